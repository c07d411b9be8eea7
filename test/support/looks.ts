/** How the story of a newcomer is looked at: size, theme and language. */
export type Look = {
  name: string;
  width: number;
  height: number;
  colorScheme: 'dark' | 'light';
  isPhone: boolean;
  locale: string;
};

const desktop: Look = {
  name: 'desktop-dark',
  width: 1_280,
  height: 800,
  colorScheme: 'dark',
  isPhone: false,
  locale: 'en-US',
};

const looks: readonly Look[] = [
  desktop,
  { ...desktop, name: 'desktop-light', colorScheme: 'light' },
  { ...desktop, name: 'phone', width: 390, height: 844, isPhone: true },
  { ...desktop, name: 'german', locale: 'de' },
  {
    ...desktop,
    name: 'german-phone',
    width: 360,
    height: 740,
    isPhone: true,
    locale: 'de',
    colorScheme: 'light',
  },
];

/** `npm test` looks once; `npm run pictures -- --all` in every way, or at the ones named in `LOOKS`. */
const wanted = process.env.LOOKS?.split(',') ?? [desktop.name];
export const chosenLooks: readonly Look[] = looks.filter(
  ({ name }) => wanted.includes('all') || wanted.includes(name),
);
