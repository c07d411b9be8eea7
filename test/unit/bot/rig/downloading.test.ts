import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../../src/base/errors.js';
import { createDownloading } from '../../../../src/bot/rig/downloading.js';
import type { Service } from '../../../../src/client/session.js';
import { manualClock } from '../../../support/clock.js';
import { job, output } from '../cards/sample.js';

const mia = { id: 'mia', name: 'Mia' };
const address = 'https://rigs.example/fox.fbx';
const rigWith = (glb: string) => {
  const files = [{ format: 'glb', url: glb, bytes: 1, sha256: 'x' }] as const;
  return job({ status: 'succeeded', output: { ...output({ formats: ['fbx'] }), files: [...files] } });
};
const [stored, fresh] = [rigWith('https://rigs.example/old.glb'), rigWith('https://rigs.example/new.glb')];

/** A service that answers conversions with these bodies, and then always with the last. */
function open({ bodies = [{ url: address }], fault }: { bodies?: object[]; fault?: ErrorCode }) {
  const clock = manualClock();
  const told: string[] = [];
  let asked = 0;
  const call = async () => ({ body: bodies[Math.min(asked++, bodies.length - 1)] });
  const downloading = createDownloading({
    own: async () => stored,
    follow: async () => fresh,
    serviceOf: () => ({ call }) as unknown as Pick<Service, 'call'>,
    http: {
      async download(url) {
        if (fault) throw new AppError(fault);
        return Buffer.from(url);
      },
    },
    clock,
  });
  const download = (format: string) =>
    downloading.download(mia, stored.id, format, 10_000_000, async (late) => told.push(late));
  return { ...downloading, download, clock, told, asked: () => asked };
}

describe('a download', () => {
  it('asks the service again until the file is there, and tells the member once that it takes long', async () => {
    const bodies = [{ format: 'fbx' }, { format: 'fbx' }, { url: address }];
    const { clock, download, told, asked } = open({ bodies });
    const file = download('fbx');
    await clock.advance(5_000);
    expect(await file).toMatchObject({ format: 'fbx', url: address, bytes: Buffer.from(address) });
    expect(told).toEqual(['fbx']);
    expect(asked()).toBe(3);
  });

  it('tells nothing when the file is there at once', async () => {
    const { download, told } = open({});
    await download('fbx');
    expect(told).toEqual([]);
  });

  it('gives up before Discord takes no answer any more', async () => {
    const { clock, download } = open({ bodies: [{ format: 'fbx' }] });
    const failed = expect(download('fbx')).rejects.toMatchObject({ reason: { key: 'rig.error.file_late' } });
    await clock.advance(14 * 60_000);
    await failed;
  });

  it('only links a file that is larger than Discord takes', async () => {
    const { download } = open({ fault: 'too_large' });
    expect(await download('fbx')).toMatchObject({ url: address, bytes: null });
  });

  it('links no file that is gone', async () => {
    const { download } = open({ fault: 'not_found' });
    await expect(download('fbx')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('reads the link to the GLB again, because links expire', async () => {
    const { download, linkToModel } = open({});
    expect(await download('glb')).toMatchObject({ url: 'https://rigs.example/new.glb' });
    expect(await linkToModel(stored)).toBe('https://rigs.example/new.glb');
  });
});

describe('a file for the page', () => {
  it('is null while the service makes it, so that no request waits for minutes', async () => {
    const { readFile, asked } = open({ bodies: [{ format: 'fbx' }] });
    expect(await readFile(stored, 'fbx')).toBeNull();
    expect(asked()).toBe(1);
  });

  it('is read as soon as it is there', async () => {
    const { readFile } = open({});
    expect(await readFile(stored, 'fbx')).toEqual(Buffer.from(address));
  });
});
