import type { ViewerStage } from '../../../viewer/stage.js';
import { element, reveal } from '../../web/page/dom.js';
import { labelled, press, toggle } from './buttons.js';
import { t } from './wire.js';

const groups = ['stand', 'move', 'gesture', 'dance', 'action'] as const;

/**
 * One toggle button a clip, in groups where the file has them; the last one shows the rest pose. A slider shows any
 * moment of the clip.
 */
export function offerClips(stage: ViewerStage, first: string | undefined): { follow(): void } {
  const { playback, refresh } = stage;
  const clips = playback.names.map((name, index) =>
    name ? name.replaceAll('_', ' ') : t('rig.page.clip', { number: index + 1 }),
  );
  const names = [...clips, t('rig.page.rest_pose')];
  const buttons = names.map((name, index) => toggle(name, () => choose(index)));
  const motion = offerMotion(stage);
  const choose = (index: number) => {
    const isClip = index < playback.names.length;
    playback.choose(isClip ? index : null);
    if (isClip) playback.play();
    press(buttons, index);
    refresh();
    motion.follow();
  };
  const rows = groups.flatMap((group) => {
    const own = buttons.filter((_, index) => playback.groups[index] === group);
    return own.length > 0 ? [labelled(t(`rig.page.group.${group}`), own)] : [];
  });
  const others = buttons.filter((_, index) => !groups.some((group) => group === playback.groups[index]));
  element('clips').replaceChildren(...rows, ...others);
  const start = Math.max(0, playback.names.indexOf(first ?? ''));
  choose(matchMedia('(prefers-reduced-motion: reduce)').matches ? names.length - 1 : start);
  return motion;
}

/** Pauses and plays the clip, and shows the moment that the slider names. */
function offerMotion({ playback, refresh }: ViewerStage): { follow(): void } {
  const slider = element<HTMLInputElement>('moment');
  const button = element<HTMLButtonElement>('play');
  const follow = () => {
    const { clip, seconds, time, playing } = playback.state();
    reveal('motion', clip !== null);
    slider.value = String(seconds > 0 ? (time / seconds) * Number(slider.max) : 0);
    button.textContent = playing ? t('rig.page.pause') : t('rig.page.play');
  };
  slider.addEventListener('input', () => {
    const { seconds } = playback.state();
    const share = Number(slider.value) / Number(slider.max);
    playback.pause();
    playback.seek(share * seconds);
    refresh();
    follow();
  });
  button.addEventListener('click', () => {
    if (playback.state().playing) playback.pause();
    else playback.play();
    refresh();
    follow();
  });
  return { follow };
}
