import { useRef, useState } from 'preact/hooks';
import { Dialog, showDialog } from './dialog.js';
import { fetchFile, nameAt } from './file.js';
import { Glyph, ToolButton } from './glyph.js';
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
        aria-label={hidden ? 'Show the spoiler' : zoomed ? 'Show the whole picture' : 'Look closer'}
        {...hands}
        onClick={onClick}
      >
        <img ref={image} src={picture.url} alt={picture.alt} draggable={false} style={drawn(placement)} />
        {hidden && <span class="picture-spoiler">SPOILER</span>}
      </button>
      <header class="closeup-top">
        {several && (
          <span class="closeup-place">
            {index + 1} of {pictures.length}
          </span>
        )}
        <ToolButton glyph="nearer" label="Zoom in" keys="+" onPress={() => move.zoom(STEP)} />
        <ToolButton glyph="farther" label="Zoom out" keys="-" onPress={() => move.zoom(1 / STEP)} />
        <FileTools url={picture.url} actions={hidden ? null : actions} />
        <button type="button" class="tool" data-close aria-label="Close" title="Close (Esc)">
          <Glyph name="close" />
        </button>
      </header>
      {several && (
        <button type="button" class="tool closeup-before" aria-label="Previous" onClick={() => go(-1)}>
          <Glyph name="before" size={26} />
        </button>
      )}
      {several && (
        <button type="button" class="tool closeup-after" aria-label="Next" onClick={() => go(1)}>
          <Glyph name="after" size={26} />
        </button>
      )}
      <p class="closeup-text">{hidden ? 'Spoiler' : name}</p>
    </Dialog>
  );
}

/** Actions on the picture. A hidden spoiler cannot be scanned. */
function FileTools({ url, actions }: { url: string; actions: PictureActions | null }) {
  return (
    <>
      {actions && (
        <ToolButton glyph="scan" label="Scan with wallet" onPress={() => actions.scan({ image_url: url })} />
      )}
      <a class="tool" href={url} target="_blank" rel="noreferrer" title="Open original">
        <Glyph name="external" />
        <span class="viewer-hidden">Open original</span>
      </a>
      <ToolButton glyph="download" label="Download" onPress={() => void save(url, nameAt(url))} />
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
