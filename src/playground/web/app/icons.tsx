const paths = {
  hash: 'M9 3 7 21M17 3l-2 18M4 8.500h17M3 15.500h17',
  thread: 'M4 4v8a4 4 0 0 0 4 4h11M15 11l5 5-5 5',
  wallet:
    'M3 7.500A2.500 2.500 0 0 1 5.500 5H18v4M3 7.500V17a3 3 0 0 0 3 3h14V9H5.500A1.500 1.500 0 0 1 3 7.500ZM16.500 14.500h.01',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  send: 'M4 12 20 4l-5 16-3.500-6.500L4 12Z',
  reply: 'M10 8V4l-7 7 7 7v-4c5 0 8.500 1.500 11 5-1-6-4.500-10-11-11Z',
  apps: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z',
  check: 'M5 12.500 10 17.500 19.500 7',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600Z',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  chain: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  warning: 'M12 4 2.500 20h19L12 4ZM12 10v4.500M12 17.200h.01',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
