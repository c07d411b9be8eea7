import { describe, expect, it } from 'vitest';
import { createDownloading } from '../../../../src/bot/rig/downloading.js';
import type { Service } from '../../../../src/client/session.js';
import { manualClock } from '../../../support/clock.js';
import { job, output } from '../cards/sample.js';

const mia = { id: 'mia', name: 'Mia' };
const address = 'https://rigs.example/fox.fbx';

/** A member who downloads an FBX from a service that answers with these bodies, and then always with the last. */
function download(...bodies: object[]) {
  const clock = manualClock();
  const made = job({ status: 'succeeded', output: output({ formats: ['fbx'] }) });
  const told: string[] = [];
  let asked = 0;
  const call = async () => ({ body: bodies[Math.min(asked++, bodies.length - 1)] });
  const { download } = createDownloading({
    own: async () => made,
    follow: async () => made,
    serviceOf: () => ({ call }) as unknown as Pick<Service, 'call'>,
    http: { download: async () => Buffer.from('fbx') },
    clock,
  });
  const file = download(mia, made.id, 'fbx', 10_000_000, async (format) => told.push(format));
  return { clock, file, told, asked: () => asked };
}

describe('a download', () => {
  it('asks the service again until the file is there, and tells the member once that it takes long', async () => {
    const { clock, file, told, asked } = download({ format: 'fbx' }, { format: 'fbx' }, { url: address });
    await clock.advance(5_000);
    expect(await file).toMatchObject({ format: 'fbx', url: address, bytes: Buffer.from('fbx') });
    expect(told).toEqual(['fbx']);
    expect(asked()).toBe(3);
  });

  it('tells nothing when the file is there at once', async () => {
    const { file, told } = download({ url: address });
    await file;
    expect(told).toEqual([]);
  });

  it('gives up before Discord takes no answer any more', async () => {
    const { clock, file } = download({ format: 'fbx' });
    const failed = expect(file).rejects.toMatchObject({ reason: { key: 'rig.error.file_late' } });
    await clock.advance(14 * 60_000);
    await failed;
  });
});
