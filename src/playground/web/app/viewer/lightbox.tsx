import { useRef, useState } from 'preact/hooks';
import type { Translate } from '../copy/texts.js';
import { Dialog, showDialog } from './dialog.js';
import { fetchFile, nameAt } from './file.js';
import { CloseTool, Glyph, ToolButton } from './glyph.js';
import { FITTED, type Placement } from './pan-zoom.js';
import type { PictureActions, ShownPicture } from './picture.js';
import { usePanZoom } from './use-pan-zoom.js';

const STEP = 1.4;
const NUDGE_PX = 80;
const arrows: Record<string, { x: number; y: number } | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function showPictures(
  pictures: readonly ShownPicture[],
  start: number,
  actions: PictureActions,
): void {
  showDialog((close) => <Lightbox pictures={pictures} start={start} actions={actions} onClosed={close} />);
}

type Props = { pictures: readonly ShownPicture[]; start: number; actions: PictureActions; onClosed(): void };

/** Shows the pictures of a message one at a time, with zoom. */
function Lightbox({ pictures, start, actions, onClosed }: Props) {
  const { t } = actions;
  const [index, setIndex] = useState(start);
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set());
  const frame = useRef<HTMLButtonElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const picture = pictures[index]!;
  const hidden = picture.spoiler && !revealed.has(index);
  const { placement, move, hands } = usePanZoom(frame, image, !hidden);
  const zoomed = placement.scale > 1;
  const several = pictures.length > 1;

  const go = (by: number) => {
    move.fit();
    setIndex((index + by + pictures.length) % pictures.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow && zoomed) move.by(-arrow.x * NUDGE_PX, -arrow.y * NUDGE_PX);
    else if (arrow?.x && several) go(arrow.x);
    else if (['+', '='].includes(event.key)) move.zoom(STEP);
    else if (event.key === '-') move.zoom(1 / STEP);
    else if (event.key === '0') move.fit();
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) =>
    hidden ? setRevealed(new Set([...revealed, index])) : hands.onClick(event);
  const name = picture.alt || nameAt(picture.url);
  return (
    <Dialog look="closeup" label={name} onClosed={onClosed} onKeyDown={onKeyDown}>
      <button
        type="button"
        ref={frame}
        class={['closeup-frame', zoomed && 'zoomed', hidden && 'hidden'].filter(Boolean).join(' ')}
        data-scale={placement.scale.toFixed(2)}
        aria-label={t(
          `playground.${hidden ? 'message.spoiler.show' : zoomed ? 'picture.whole' : 'picture.closer'}`,
        )}
        {...hands}
        onClick={onClick}
      >
        <img ref={image} src={picture.url} alt={picture.alt} draggable={false} style={drawn(placement)} />
        {hidden && <span class="picture-spoiler">{t('playground.message.spoiler')}</span>}
      </button>
      <header class="closeup-top">
        {several && (
          <span class="closeup-place">
            {t('playground.picture.place', { place: index + 1, count: pictures.length })}
          </span>
        )}
        <ZoomTools onZoom={move.zoom} t={t} />
        <FileTools url={picture.url} actions={actions} hidden={hidden} />
        <CloseTool t={t} />
      </header>
      {several && <Sides go={go} t={t} />}
      <p class="closeup-text">{hidden ? t('playground.message.spoiler') : name}</p>
    </Dialog>
  );
}

function Sides({ go, t }: { go(by: number): void; t: Translate }) {
  return (
    <>
      <button
        type="button"
        class="tool closeup-before"
        aria-label={t('playground.picture.before')}
        onClick={() => go(-1)}
      >
        <Glyph name="before" size={26} />
      </button>
      <button
        type="button"
        class="tool closeup-after"
        aria-label={t('playground.picture.after')}
        onClick={() => go(1)}
      >
        <Glyph name="after" size={26} />
      </button>
    </>
  );
}

function ZoomTools({ onZoom, t }: { onZoom(factor: number): void; t: Translate }) {
  return (
    <>
      <ToolButton
        glyph="nearer"
        label={t('playground.viewer.nearer')}
        keys="+"
        onPress={() => onZoom(STEP)}
      />
      <ToolButton
        glyph="farther"
        label={t('playground.viewer.farther')}
        keys="-"
        onPress={() => onZoom(1 / STEP)}
      />
    </>
  );
}

/** Actions on the picture. A hidden spoiler cannot be scanned. */
function FileTools(props: { url: string; actions: PictureActions; hidden: boolean }) {
  const { url, actions, hidden } = props;
  const { t } = actions;
  return (
    <>
      {!hidden && (
        <ToolButton
          glyph="scan"
          label={t('playground.message.scan')}
          onPress={() => actions.scan({ image_url: url })}
        />
      )}
      <a class="tool" href={url} target="_blank" rel="noreferrer" title={t('playground.picture.original')}>
        <Glyph name="external" />
        <span class="viewer-hidden">{t('playground.picture.original')}</span>
      </a>
      <ToolButton
        glyph="download"
        label={t('playground.download')}
        onPress={() => void save(url, nameAt(url))}
      />
    </>
  );
}

const drawn = ({ scale, x, y }: Placement) =>
  scale === FITTED.scale ? undefined : { transform: `translate(${x}px, ${y}px) scale(${scale})` };

/** Fetches the file first, because browsers ignore `download` on links to other origins. */
async function save(url: string, name: string): Promise<void> {
  const fetched = await fetchFile(url);
  if ('failure' in fetched) return void open(url, '_blank', 'noreferrer');
  const address = URL.createObjectURL(fetched.blob);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
