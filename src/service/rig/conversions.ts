import { createHash } from 'node:crypto';
import type { Database } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Converted } from '../../contract/rig-download.js';
import type { ConvertRequest, RigFormat } from '../../engine/types.js';
import type { Blobs } from '../storage/blobs.js';
import type { Executor } from './executor.js';
import type { GenerationRow, StoredOutput } from './row.js';
import { createTurns } from './turns.js';

/** What a member may ask of a conversion. */
type Wish = {
  format: string;
  clip?: string | undefined;
  author?: string | undefined;
  license?: ConvertRequest['license'] | undefined;
};

/** Formats with the ending and the media type of their files. */
export const convertedTypes = {
  vrm: 'model/gltf-binary',
  obj: 'model/obj',
  stl: 'model/stl',
  ply: 'application/octet-stream',
  bvh: 'text/plain; charset=utf-8',
} as const satisfies Partial<Record<RigFormat, string>>;
type Format = keyof typeof convertedTypes;

/** Formats that a rig can be converted to: an avatar has two legs and two arms. */
export function formatsOf({ rig }: Pick<StoredOutput, 'rig'>): Format[] {
  const all = Object.keys(convertedTypes) as Format[];
  return all.filter((format) => format !== 'vrm' || rig?.skeleton === 'biped');
}

const mostWaiting = 8;

const sql = {
  read: 'SELECT output FROM generation WHERE id = @id',
  write: 'UPDATE generation SET output = @output WHERE id = @id AND output IS NOT NULL',
};

/** Converts finished rigs to other formats. Each file is made once, from the stored GLB. */
export function createConversions(deps: {
  db: Database;
  blobs: Blobs;
  executor: Pick<Executor, 'convert'>;
  /** The signed address of a file whose name has this ending. */
  link: (row: GenerationRow, ending: string) => string;
}) {
  const { db, blobs, executor, link } = deps;
  const inTurn = createTurns(mostWaiting);
  const leaving = new AbortController();

  const convert = async (
    model: string,
    request: Omit<ConvertRequest, 'model' | 'kind'>,
  ): Promise<Uint8Array> => {
    const order = { kind: 'convert', model: await blobs.read(model), ...request } as const;
    const outcome = await executor.convert?.(order, leaving.signal);
    if (!outcome) throw new AppError('not_found');
    if (outcome.kind === 'converted') return outcome.bytes;
    if (outcome.kind === 'refused') throw new AppError(outcome.code, outcome.detail);
    throw new AppError('internal', 'The file could not be converted. Try again.');
  };

  const store = (id: string, key: string, file: { sha256: string; bytes: number }) =>
    db.transaction(async (t) => {
      const row = await t.get<{ output: string | null }>(sql.read, { id });
      if (!row?.output) throw new AppError('not_found');
      const before = JSON.parse(row.output) as StoredOutput;
      const output: StoredOutput = { ...before, converted: { ...before.converted, [key]: file } };
      await blobs.keep(t, id, [file.sha256]);
      await t.run(sql.write, { id, output: JSON.stringify(output) });
    });

  return {
    /** @throws AppError `invalid_request` for a format or clip that the rig does not have, or before it is finished */
    async convert(row: GenerationRow, wish: Wish): Promise<Converted> {
      const { id, output } = row;
      const format = output && formatsOf(output).find((one) => one === wish.format);
      if (!format || !executor.convert)
        throw new AppError('invalid_request', `This character cannot be saved as “${wish.format}”.`);
      const clip = format === 'vrm' ? undefined : clipFor(format, wish.clip, output.animations);
      const meta = {
        name: (row.prompt ?? 'Character').slice(0, 60),
        author: wish.author ?? 'Rigsmith',
        license: wish.license ?? ('owner' as const),
      };
      // A VRM names its author, so another one is another file.
      const apart = format === 'vrm' ? digestOf(`${meta.author}|${meta.license}`) : clip;
      const ending = apart === undefined ? format : `${apart}.${format}`;
      const known = output.converted?.[ending];
      if (known) return { format, url: link(row, ending), bytes: known.bytes };
      const file = await inTurn(async () =>
        blobs.put(id, await convert(output.model.sha256, { format, clip, ...meta })),
      );
      await store(id, ending, file);
      return { format, url: link(row, ending), bytes: file.bytes };
    },
    stop: () => leaving.abort('shutdown'),
  };
}
export type Conversions = ReturnType<typeof createConversions>;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A BVH holds one motion; other formats are idle unless a clip is chosen. */
function clipFor(format: Format, wanted: string | undefined, clips: readonly string[]): string | undefined {
  if (wanted === undefined) return format === 'bvh' ? clips[0] : undefined;
  if (clips.includes(wanted) && /^[\w-]+$/.test(wanted)) return wanted;
  throw new AppError('invalid_request', `This character has no clip “${wanted}”.`);
}
