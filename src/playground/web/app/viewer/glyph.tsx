import type { Translate } from '../copy/texts.js';

/** Icons of the viewer's controls. */
const paths = {
  play: 'M7 4.500v15l12-7.500Z',
  pause: 'M8 5v14M16 5v14',
  loop: 'M17 2.500 20.500 6 17 9.500M3.500 11V9a3 3 0 0 1 3-3h14M7 21.500 3.500 18 7 14.500M20.500 13v2a3 3 0 0 1-3 3h-14',
  bones: 'M12 3.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM12 7.500v6M5 10.500h14M12 13.500l-4 7M12 13.500l4 7',
  wire: 'M12 2.500 3.500 7.500v9l8.500 5 8.500-5v-9L12 2.500ZM3.500 7.500l8.500 5 8.500-5M12 12.500v9',
  ground: 'M3 19 8.500 6h7L21 19ZM5.300 13.500h13.400M12 6v13',
  home: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  nearer: 'M12 6v12M6 12h12',
  farther: 'M6 12h12',
  close: 'M6 6l12 12M18 6 6 18',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  before: 'M15 5l-7 7 7 7',
  after: 'M9 5l7 7-7 7',
  warning: 'M12 4 2.500 20h19L12 4ZM12 10v4.500M12 17.200h.01',
} as const;

export type GlyphName = keyof typeof paths;

export const Glyph = ({ name, size = 20 }: { name: GlyphName; size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

type ToolProps = { glyph: GlyphName; label: string; keys?: string; pressed?: boolean; onPress(): void };

/** An icon button; its label is the accessible name and the tooltip. */
export const ToolButton = ({ glyph, label, keys, pressed, onPress }: ToolProps) => (
  <button
    type="button"
    class="tool"
    aria-label={label}
    aria-pressed={pressed}
    aria-keyshortcuts={keys}
    title={keys ? `${label} (${keys})` : label}
    onClick={onPress}
  >
    <Glyph name={glyph} />
  </button>
);

export const CloseTool = ({ t }: { t: Translate }) => (
  <button
    type="button"
    class="tool"
    data-close
    aria-label={t('playground.close.button')}
    title={`${t('playground.close.button')} (Esc)`}
  >
    <Glyph name="close" />
  </button>
);
