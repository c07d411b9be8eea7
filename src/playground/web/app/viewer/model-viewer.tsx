import { useEffect, useRef, useState } from 'preact/hooks';
import type { PointedJoint } from '../../../../viewer/bones.js';
import type { ViewerStage } from '../../../../viewer/stage.js';
import { pageLocale } from '../copy/locale.js';
import type { TextKey, Translate } from '../copy/texts.js';
import { Dialog, showDialog } from './dialog.js';
import { type ChatFile, fetchFile, formatBytes } from './file.js';
import { CloseTool, Glyph, ToolButton } from './glyph.js';
import { Transport } from './transport.js';

const TURN_RADIANS = 0.14;
const ZOOM_FACTOR = 1.18;

/** The text of a failure. */
type Failure = Extract<TextKey, `playground.${'viewer' | 'file'}.failure.${string}`>;

type Toggles = { skeleton: boolean; wireframe: boolean; ground: boolean };
type Props = { file: ChatFile; onPoster(poster: string): void; onClosed(): void; t: Translate };

export function showModel(file: ChatFile, onPoster: (poster: string) => void, t: Translate): void {
  showDialog((close) => <ModelViewer file={file} onPoster={onPoster} onClosed={close} t={t} />);
}

/** Shows a GLB with orbit controls, clips, skeleton and wireframe. */
function ModelViewer({ file, onPoster, onClosed, t }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const onDraw = useRef<() => void>(() => undefined);
  const { stage, failure } = useStage(file, canvas, onDraw, onPoster);
  const [toggles, setToggles] = useState<Toggles>({ skeleton: false, wireframe: false, ground: true });
  const [joint, setJoint] = useState<PointedJoint | null>(null);

  const toggle = (which: keyof Toggles) => setToggles((now) => ({ ...now, [which]: !now[which] }));
  useEffect(() => {
    stage?.setSkeleton(toggles.skeleton);
    stage?.setWireframe(toggles.wireframe);
    stage?.setGround(toggles.ground);
    if (!toggles.skeleton) setJoint(null);
  }, [stage, toggles]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!stage || (event.target as Element).matches('input, select')) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => stage.turn(TURN_RADIANS, 0),
      ArrowRight: () => stage.turn(-TURN_RADIANS, 0),
      ArrowUp: () => stage.turn(0, TURN_RADIANS),
      ArrowDown: () => stage.turn(0, -TURN_RADIANS),
      '+': () => stage.zoom(ZOOM_FACTOR),
      '=': () => stage.zoom(ZOOM_FACTOR),
      '-': () => stage.zoom(1 / ZOOM_FACTOR),
      '0': stage.reset,
      s: () => toggle('skeleton'),
      w: () => toggle('wireframe'),
      g: () => toggle('ground'),
    };
    if ((event.target as Element).matches('canvas')) acts[' '] = () => togglePlay(stage);
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onPoint = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.buttons > 0) return;
    setJoint(stage?.point({ x: event.offsetX, y: event.offsetY }) ?? null);
  };
  const state = failure ? 'failed' : stage ? 'ready' : 'loading';
  return (
    <Dialog
      look="viewer"
      label={t('playground.viewer.label', { name: file.name })}
      onClosed={onClosed}
      onKeyDown={onKeyDown}
    >
      <header class="viewer-top">
        <h2>{file.name}</h2>
        <a
          class="tool"
          href={file.url}
          download={file.name}
          target="_blank"
          rel="noreferrer"
          title={t('playground.download')}
        >
          <Glyph name="download" />
          <span class="viewer-hidden">{t('playground.download_file', { name: file.name })}</span>
        </a>
        <CloseTool t={t} />
      </header>
      <div class="viewer-stage" data-state={state} data-skeleton={toggles.skeleton}>
        {!failure && (
          <canvas
            ref={canvas}
            tabIndex={0}
            role="img"
            aria-label={t('playground.viewer.canvas', { name: file.name })}
            onPointerMove={onPoint}
            onPointerDown={onPoint}
            onPointerLeave={() => setJoint(stage?.point(null) ?? null)}
          />
        )}
        {state === 'loading' && (
          <p class="viewer-note" role="status">
            <i class="viewer-spinner" aria-hidden="true" /> {t('playground.viewer.loading')}
          </p>
        )}
        {failure && (
          <div class="viewer-note" role="alert">
            <Glyph name="warning" size={36} />
            <p>{t(failure)}</p>
            <a class="button secondary" href={file.url} download={file.name} target="_blank" rel="noreferrer">
              {t('playground.viewer.download.button')}
            </a>
          </div>
        )}
        {joint && (
          <output class="viewer-joint" style={{ left: `${joint.x}px`, top: `${joint.y}px` }}>
            {joint.name}
          </output>
        )}
        {stage && (
          <>
            <p class="viewer-counts">
              {countsOf(stage, file, t).map((count) => (
                <span key={count}>{count}</span>
              ))}
            </p>
            <div class="viewer-tools" role="toolbar" aria-label={t('playground.viewer.tools')}>
              {stage.counts.joints > 0 && (
                <ToolButton
                  glyph="bones"
                  label={t('playground.viewer.skeleton')}
                  keys="S"
                  pressed={toggles.skeleton}
                  onPress={() => toggle('skeleton')}
                />
              )}
              <ToolButton
                glyph="wire"
                label={t('playground.viewer.wireframe')}
                keys="W"
                pressed={toggles.wireframe}
                onPress={() => toggle('wireframe')}
              />
              <ToolButton
                glyph="ground"
                label={t('playground.viewer.ground')}
                keys="G"
                pressed={toggles.ground}
                onPress={() => toggle('ground')}
              />
              <hr />
              <ToolButton
                glyph="nearer"
                label={t('playground.viewer.nearer')}
                keys="+"
                onPress={() => stage.zoom(ZOOM_FACTOR)}
              />
              <ToolButton
                glyph="farther"
                label={t('playground.viewer.farther')}
                keys="-"
                onPress={() => stage.zoom(1 / ZOOM_FACTOR)}
              />
              <ToolButton glyph="home" label={t('playground.viewer.reset')} keys="0" onPress={stage.reset} />
            </div>
          </>
        )}
      </div>
      {stage && stage.counts.clips > 0 && <Transport stage={stage} onDraw={onDraw} t={t} />}
    </Dialog>
  );
}

function togglePlay({ playback, refresh }: ViewerStage): void {
  if (playback.state().playing) playback.pause();
  else playback.play();
  refresh();
}

function countsOf({ counts }: ViewerStage, { bytes }: ChatFile, t: Translate): string[] {
  const size = bytes > 0 ? [formatBytes(bytes)] : [];
  return [
    t('playground.viewer.triangles', { count: counts.triangles.toLocaleString(pageLocale() ?? 'en') }),
    t('playground.viewer.joints', { count: counts.joints }),
    t('playground.viewer.clip_count', { count: counts.clips }),
    ...size,
  ];
}

/** Loads the file and the 3D code in parallel, and keeps the stage while the viewer is open. */
function useStage(
  file: ChatFile,
  canvas: { current: HTMLCanvasElement | null },
  onDraw: { current: () => void },
  onPoster: (poster: string) => void,
): { stage: ViewerStage | null; failure: Failure | null } {
  const [stage, setStage] = useState<ViewerStage | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const opened: { stage?: ViewerStage } = {};
    const open = async () => {
      const [fetched, { openStage }] = await Promise.all([
        fetchFile(file.url, leaving.signal),
        import('../../../../viewer/stage.js'),
      ]);
      if (leaving.signal.aborted || !canvas.current) return;
      if ('failure' in fetched) return setFailure(fetched.failure);
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const opening = await openStage({
        canvas: canvas.current,
        bytes: await fetched.blob.arrayBuffer(),
        still,
        onDraw: () => onDraw.current(),
        onLost() {
          opened.stage?.dispose();
          opened.stage = undefined;
          setFailure('playground.viewer.failure.lost');
        },
      });
      if ('failure' in opening) return setFailure(`playground.viewer.failure.${opening.failure}`);
      if (leaving.signal.aborted) return opening.stage.dispose();
      opening.stage.playback.choose(opening.stage.counts.clips > 0 ? 0 : null);
      if (!still) opening.stage.playback.play();
      opened.stage = opening.stage;
      setStage(opening.stage);
    };
    open().catch(() => setFailure('playground.viewer.failure.unloaded'));
    return () => {
      leaving.abort();
      if (!opened.stage) return;
      onPoster(opened.stage.snapshot());
      opened.stage.dispose();
    };
  }, [file.url]);
  return { stage: failure ? null : stage, failure };
}
