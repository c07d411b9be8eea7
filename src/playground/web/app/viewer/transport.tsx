import { useEffect, useState } from 'preact/hooks';
import type { Playing } from '../../../../viewer/playback.js';
import type { ViewerStage } from '../../../../viewer/stage.js';
import type { Translate } from '../copy/texts.js';
import { ToolButton } from './glyph.js';

const SPEEDS = [0.25, 0.5, 1, 1.5, 2];

/** Playback controls for a model's clips. `onDraw.current` is called with each rendered frame. */
export function Transport(props: { stage: ViewerStage; onDraw: { current: () => void }; t: Translate }) {
  const { stage, onDraw, t } = props;
  const { playback } = stage;
  const [now, setNow] = useState<Playing>(() => playback.state());
  useEffect(() => {
    onDraw.current = () => setNow(playback.state());
    stage.refresh();
    return () => {
      onDraw.current = () => undefined;
    };
  }, [stage]);
  const tell = (act: () => void) => {
    act();
    setNow(playback.state());
    stage.refresh();
  };
  const togglePlay = () => tell(now.playing ? playback.pause : playback.play);
  const scrub = (time: number) =>
    tell(() => {
      playback.pause();
      playback.seek(time);
    });
  const show = (clip: number) =>
    tell(() => {
      playback.choose(clip);
      playback.play();
    });
  return (
    <footer class="transport" data-playing={now.playing} data-time={now.time.toFixed(3)}>
      <div class="transport-line">
        <ToolButton
          glyph={now.playing ? 'pause' : 'play'}
          label={t(now.playing ? 'playground.viewer.pause' : 'playground.viewer.play')}
          onPress={togglePlay}
        />
        <input
          type="range"
          aria-label={t('playground.viewer.time')}
          aria-valuetext={t('playground.viewer.seconds', {
            time: now.time.toFixed(2),
            total: now.seconds.toFixed(2),
          })}
          min={0}
          max={now.seconds || 1}
          step={0.001}
          value={now.time}
          style={{ '--filled': `${(now.time / (now.seconds || 1)) * 100}%` }}
          disabled={now.clip === null}
          onInput={({ currentTarget }) => scrub(currentTarget.valueAsNumber)}
        />
        <span class="transport-time">
          {now.time.toFixed(2)} / {now.seconds.toFixed(2)} s
        </span>
        <select
          aria-label={t('playground.viewer.speed')}
          value={now.speed}
          onChange={({ currentTarget }) => tell(() => playback.setSpeed(Number(currentTarget.value)))}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
        <ToolButton
          glyph="loop"
          label={t('playground.viewer.loop')}
          pressed={now.loop}
          onPress={() => tell(() => playback.setLoop(!now.loop))}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways */}
      <div class="transport-clips" role="group" aria-label={t('playground.viewer.clips')}>
        {playback.names.map((name, index) => (
          <button
            key={index}
            type="button"
            class="chip"
            aria-pressed={now.clip === index}
            onClick={() => show(index)}
          >
            {name || t('playground.viewer.clip', { number: index + 1 })}
          </button>
        ))}
        <button
          type="button"
          class="chip"
          aria-pressed={now.clip === null}
          onClick={() => tell(() => playback.choose(null))}
        >
          {t('playground.viewer.rest_pose')}
        </button>
      </div>
    </footer>
  );
}
