import { artStyles, proportionNames, rigFormats, skeletonKinds, vrmLicenses } from '../engine/types.js';

/**
 * The command line as data: arguments are read, helped with and completed from here. The texts are in data/locales:
 * `cli.VERB.description`, `cli.VERB.option.NAME`, `cli.VERB.form.NAME`.
 */

export type OptionSpec = {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** The placeholder of the value in the help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Choices of older versions, which help and completions leave out. */
  readonly alsoAccepted?: readonly string[];
};

export type VerbSpec = {
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** The arguments after the verb, for example `KIND INPUT`; without it, the verb takes only options. */
  readonly operands?: string;
  /** Whether files follow the verb. */
  readonly takesFiles?: boolean;
  /** The words that can stand first after the verb. */
  readonly words?: readonly string[];
  /** The ways to call the verb, by the name of their text. */
  readonly forms?: Readonly<Record<string, string>>;
  /** The verb whose option texts it shares. */
  readonly like?: string;
  readonly example: string;
};

/** Every verb speaks the operator's language. */
const language = { locale: { type: 'string', value: 'LOCALE' } } as const;

const running = {
  port: { type: 'string', value: 'N' },
  json: { type: 'boolean' },
  ...language,
} as const;
const database = { type: 'string', value: 'FILE' } as const;

export const verbs = {
  start: { options: running, example: 'rigsmith start --port 9000' },
  bot: {
    options: running,
    like: 'start',
    example: 'DISCORD_TOKEN=… SERVICE_URL=https://rigs.example rigsmith bot',
  },
  service: { options: running, like: 'start', example: 'rigsmith service --port 9000' },
  worker: {
    options: language,
    example: 'DATABASE_URL=postgres://rigsmith@db.example/rigsmith RIG_PROCESSES=4 rigsmith worker',
  },
  playground: { options: running, like: 'start', example: 'rigsmith playground --json' },
  tour: {
    options: {
      out: { type: 'string', value: 'DIR' },
      port: { type: 'string', value: 'N' },
      ...language,
      'server-locale': { type: 'string', value: 'LOCALE' },
    },
    example: 'rigsmith tour --out out --locale de',
  },
  rig: {
    options: {
      ...language,
      out: { type: 'string', short: 'o', value: `FILE.${rigFormats.join('|')}` },
      preview: { type: 'string', value: 'FILE.png' },
      turntable: { type: 'string', value: 'FILE.webp' },
      json: { type: 'string', value: 'FILE.json' },
      'spec-out': { type: 'string', value: 'FILE.json' },
      seed: { type: 'string', value: 'N' },
      views: { type: 'string', value: 'front,left,…' },
      skeleton: { type: 'string', value: 'KIND', choices: ['auto', ...skeletonKinds] },
      detail: { type: 'string', value: 'LEVEL', choices: ['low', 'medium', 'high'] },
      style: {
        type: 'string',
        value: 'STYLE',
        choices: ['auto', ...artStyles],
        alsoAccepted: proportionNames,
      },
      proportions: { type: 'string', value: 'RATIO', choices: ['auto', ...proportionNames] },
      clips: { type: 'string', value: 'NAME,…' },
      'root-motion': { type: 'boolean' },
      height: { type: 'string', value: 'METRES' },
      clip: { type: 'string', value: 'NAME' },
      author: { type: 'string', value: 'NAME' },
      license: { type: 'string', value: 'LICENSE', choices: vrmLicenses },
      compress: { type: 'string', value: 'METHOD', choices: ['meshopt'] },
    },
    operands: 'KIND INPUT',
    takesFiles: true,
    words: ['text', 'spec', 'image', 'images', 'mesh', 'weights'],
    forms: {
      text: 'rigsmith rig text WORDS -o FILE.glb',
      spec: 'rigsmith rig spec SPEC.json -o FILE.glb',
      image: 'rigsmith rig image PICTURE -o FILE.glb',
      images: 'rigsmith rig images PICTURES -o FILE.glb',
      mesh: 'rigsmith rig mesh MODEL -o FILE.glb',
      weights: 'rigsmith rig weights MODEL -o FILE.glb',
    },
    example: 'rigsmith rig text "a red fox with a blue scarf" -o fox.glb --preview fox.png',
  },
  doctor: {
    options: {
      ...language,
      guild: { type: 'string', value: 'ID' },
      json: { type: 'boolean' },
      service: { type: 'string', value: 'URL' },
      'wallet-test': { type: 'boolean' },
      model: { type: 'boolean' },
    },
    example: 'rigsmith doctor --service https://rigs.example',
  },
  'live-check': {
    options: {
      ...language,
      guild: { type: 'string', value: 'ID' },
      rpc: { type: 'boolean' },
      out: { type: 'string', short: 'o', value: 'NAME' },
    },
    example: 'DISCORD_TOKEN=… rigsmith live-check --guild 123456789012345678',
  },
  reconcile: {
    options: {
      ...language,
      database,
      days: { type: 'string', value: 'N' },
      'books-only': { type: 'boolean' },
      json: { type: 'boolean' },
    },
    example: 'rigsmith reconcile --days 7',
  },
  review: {
    options: {
      ...language,
      database,
      purchase: { type: 'string', value: 'ID' },
      by: { type: 'string', value: 'SIGNATURE' },
      note: { type: 'string', value: 'TEXT' },
    },
    operands: '[ACTION CASE]',
    words: ['credit', 'refund', 'revoke', 'waive'],
    forms: {
      list: 'rigsmith review',
      credit: 'rigsmith review credit CASE [--purchase ID]',
      refund: 'rigsmith review refund CASE --by SIGNATURE',
      revoke: 'rigsmith review revoke CASE',
      waive: 'rigsmith review waive ENTITLEMENT',
    },
    example: 'rigsmith review credit 12 --note "paid twice"',
  },
  migrate: {
    options: { ...language, check: { type: 'boolean' } },
    example: 'rigsmith migrate --check',
  },
  move: {
    options: { ...language, to: { type: 'string', value: 'URL' } },
    example: 'rigsmith move --to postgres://rigsmith@db.example/rigsmith',
  },
  'move-files': {
    options: { ...language, to: { type: 'string', value: 'PLACE' } },
    example: 'rigsmith move-files --to s3://bucket/rigsmith',
  },
  catalog: {
    options: language,
    operands: 'check [DIR]',
    words: ['check'],
    takesFiles: true,
    example: 'CATALOG_DIR=/etc/rigsmith/catalog rigsmith catalog check',
  },
  disk: {
    options: { ...language, json: { type: 'boolean' } },
    example: 'rigsmith disk --json',
  },
  init: {
    options: {
      ...language,
      out: { type: 'string', short: 'o', value: 'FILE' },
      data: { type: 'string', value: 'DIR' },
    },
    example: 'rigsmith init --out /etc/rigsmith.env --data /var/lib/rigsmith',
  },
  invite: {
    options: language,
    operands: '[APPLICATION]',
    example: 'rigsmith invite 123456789012345678',
  },
  backup: {
    options: { ...language, keep: { type: 'string', value: 'N' } },
    operands: 'PLACE',
    takesFiles: true,
    example: 'rigsmith backup /var/backups/rigsmith --keep 30',
  },
  restore: {
    options: { ...language, backup: { type: 'string', value: 'ID' } },
    operands: 'PLACE',
    takesFiles: true,
    example: 'DATA_DIR=/var/lib/rigsmith rigsmith restore /var/backups/rigsmith',
  },
  verify: {
    options: { ...language, backup: { type: 'string', value: 'ID' } },
    operands: 'PLACE',
    takesFiles: true,
    like: 'restore',
    example: 'rigsmith verify s3://bucket/backups',
  },
  completions: {
    options: language,
    operands: 'SHELL',
    words: ['bash', 'zsh', 'fish'],
    example: 'rigsmith completions bash > ~/.local/share/bash-completion/completions/rigsmith',
  },
} as const satisfies Record<string, VerbSpec>;

export type VerbName = keyof typeof verbs;

export const verbNames = Object.keys(verbs) as VerbName[];

export const isVerb = (name: string): name is VerbName => Object.hasOwn(verbs, name);

type OptionsOf<V extends VerbName> = (typeof verbs)[V]['options'];

/** The options a verb was given, by name. */
export type ValuesOf<V extends VerbName> = {
  -readonly [K in keyof OptionsOf<V>]?: OptionsOf<V>[K] extends { type: 'boolean' } ? boolean : string;
};
