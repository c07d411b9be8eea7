import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRig } from '../../../src/cli/rig.js';
import { readRequest } from '../../../src/cli/rig-request.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rig-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const run = (...argv: string[]) => runAt({ isTTY: false }, ...argv);
const runAt = async (terminal: { isTTY: boolean }, ...argv: string[]) => {
  const [out, err]: [string[], string[]] = [[], []];
  const to = (list: string[]) => ({ ...terminal, write: (text: string) => list.push(text) > 0 });
  const io = { stdout: to(out), stderr: to(err) } as unknown as Parameters<typeof runRig>[1];
  return { code: await runRig(argv, io), out: out.join(''), err: err.join('') };
};

describe('rigsmith rig', () => {
  it('makes a file, a preview and a report from a sentence, and lists the words it did not understand', async () => {
    const files = ['-o', at('cat.glb'), '--preview', at('cat.png'), '--json', at('cat.json')];
    const { code, out, err } = await run(
      'text',
      'a flumpy orange cat',
      ...files,
      '--seed',
      '7',
      '--detail',
      'low',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/quadruped, \d+ joints, \d+ triangles/);
    expect(out).toMatch(/idle, walk/);
    expect(out).toMatch(/0 errors, 0 warnings/);
    expect(out).toMatch(/not understood: flumpy/);
    expect((await readFile(at('cat.glb'))).subarray(0, 4).toString()).toBe('glTF');
    expect(await sharp(at('cat.png')).metadata()).toMatchObject({ width: 640, height: 640 });
    expect(JSON.parse(await readFile(at('cat.json'), 'utf8'))).toMatchObject({
      class: 'quadruped',
      seed: 7,
      input: 'text',
      validation: { errors: 0, warnings: 0 },
    });
    expect(err).toMatch(/^ {2}1% {2}shaping the body…\n( +\d+% {2}.+…\n){4} +\d+% {2}checking the file…\n$/);
  });

  it('writes the character spec of a sentence, which makes the same file again', async () => {
    const small = ['--detail', 'low'];
    const spec = at('mouse.json');
    const said = await run(
      'text',
      'a mouse in a tiny red cape, crawling',
      '-o',
      at('a.glb'),
      '--spec-out',
      spec,
      ...small,
    );
    const again = await run('spec', spec, '-o', at('b.glb'), ...small);
    expect([said.code, again.code]).toEqual([0, 0]);
    expect(JSON.parse(await readFile(spec, 'utf8'))).toMatchObject({ version: 1, species: ['mouse'] });
    expect((await readFile(at('b.glb'))).equals(await readFile(at('a.glb')))).toBe(true);
    expect(said.out).toContain('not shown: crawling');
  });

  it('refuses a character spec with a sentence for its fault', async () => {
    await writeFile(at('no.json'), 'a red fox');
    await writeFile(at('odd.json'), '{ "version": 1, "species": ["foxx"] }');
    const out = ['-o', at('odd.glb')];
    await expect(run('spec', at('no.json'), ...out)).rejects.toThrow('is not JSON');
    await expect(run('spec', at('odd.json'), ...out)).rejects.toThrow('species.0: unknown species “foxx”.');
  });

  it('shows percent and stage at a terminal, in one line with a bar', async () => {
    const files = ['-o', at('dog.glb'), '--detail', 'low'];
    const { err } = await runAt({ isTTY: true }, 'text', 'a dog', ...files);
    const shown = err.split('\r\x1b[K').filter(Boolean);
    expect(shown).toHaveLength(7);
    expect(shown[0]).toBe(`${'░'.repeat(24)}   0%  reading the input…`);
    expect(shown[3]).toMatch(/^█{12}░{12} +49% {2}computing skin weights…$/);
    expect(err).toMatch(/placing joints…[\s\S]*checking the file…/);
    expect(err.endsWith('\r\x1b[K')).toBe(true);
  });

  it('makes a turntable with a full turn, only when asked', { tags: 'slow' }, async () => {
    const film = ['--turntable', at('cat.webp'), '--detail', 'low'];
    await run('text', 'a cat', '-o', at('turning.glb'), ...film);
    const { format, pages, width, pageHeight, loop } = await sharp(at('cat.webp'), {
      animated: true,
    }).metadata();
    expect({ format, pages, width, pageHeight, loop }).toEqual({
      format: 'webp',
      pages: 24,
      width: 240,
      pageHeight: 240,
      loop: 0,
    });
    const frame = async (page: number) =>
      (await sharp(at('cat.webp'), { page }).raw().toBuffer()).toString('hex');
    expect(await frame(0)).not.toBe(await frame(12));
  });

  it('writes an avatar with its author when the file ends with .vrm', { tags: 'slow' }, async () => {
    const avatar = ['-o', at('Elf.vrm'), '--author', 'Noor', '--license', 'cc-by', '--detail', 'low'];
    const { code, out } = await run('text', 'an elf', ...avatar);
    expect([code, out]).toEqual([0, expect.stringContaining('Elf.vrm: biped')]);
    const file = await readFile(at('Elf.vrm'));
    const json = JSON.parse(file.subarray(20, 20 + file.readUInt32LE(12)).toString());
    expect(json.extensions.VRMC_vrm.meta).toMatchObject({ name: 'Elf', authors: ['Noor'] });
    expect(json.extensions.VRMC_vrm.meta.otherLicenseUrl).toContain('creativecommons.org/licenses/by/4.0');
  });

  it('writes one BVH for each clip', async () => {
    const { out } = await run('text', 'a cat', '-o', at('cat.bvh'), '--detail', 'low');
    expect(out).toContain(`${at('cat-idle.bvh')}, ${at('cat-walk.bvh')}`);
    expect((await readFile(at('cat-walk.bvh'), 'utf8')).startsWith('HIERARCHY\nROOT hips')).toBe(true);
  });

  it('leaves nothing behind when one of the files cannot be written', async () => {
    await mkdir(at('folder.png'));
    const refused = run('text', 'a dog', '-o', at('half.glb'), '--preview', at('folder.png'));
    await expect(refused).rejects.toThrow(/folder\.png cannot be written/);
    expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
  });

  it('makes a figure from a picture', { tags: 'slow' }, async () => {
    const figure =
      '<rect width="200" height="300" fill="#fff"/><circle cx="100" cy="60" r="40" fill="#c84"/><rect x="70" y="90" width="60" height="110" fill="#27c"/><path d="M72 190 h22 v100 h-22z M106 190 h22 v100 h-22z" fill="#333"/>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300">${figure}</svg>`;
    await writeFile(at('a.png'), await sharp(Buffer.from(svg)).png().toBuffer());
    const { code, out } = await run('image', at('a.png'), '-o', at('a.glb'), '--detail', 'low');
    expect(code).toBe(0);
    expect(out).toMatch(/biped/);
  });

  it('sends the name of a picture without its folder', async () => {
    await mkdir(at('cats'));
    await writeFile(at('cats/IMG_2034.png'), 'x');
    const request = await readRequest(['image', at('cats/IMG_2034.png')], {});
    expect(request).toMatchObject({ kind: 'image', fileName: 'IMG_2034.png' });
  });

  it('takes the sides of pictures from their file names', async () => {
    const request = (...paths: string[]) => readRequest(['images', ...paths], {});
    for (const name of ['knight_front.png', 'knight-left.png', 'Back.png', 'affront.png'])
      await writeFile(at(name), 'x');
    const views = async (...names: string[]) => {
      const read = await request(...names.map(at));
      return read.kind === 'images' ? read.images.map(({ view }) => view) : [];
    };
    expect(await views('knight_front.png', 'knight-left.png', 'Back.png')).toEqual(['front', 'left', 'back']);
    expect(await views('affront.png', 'Back.png')).toEqual([null, 'back']);
    expect(await views('Back.png', 'Back.png')).toEqual([null, null]);
  });

  it.each([
    ['no file to write', ['text', 'a cat'], /-o FILE/],
    ['no words', ['text', '-o', 'x.glb'], /rig text/],
    ['one picture where several are promised', ['images', 'one.png', '-o', 'x.glb'], /Use: rigsmith rig/],
    ['an unknown kind', ['film', 'a.mov', '-o', 'x.glb'], /rig text/],
    ['a mesh that is not there', ['mesh', 'nowhere.obj', '-o', 'x.glb'], /nowhere\.obj cannot be read/],
    ['a picture that is not there', ['image', 'nowhere.png', '-o', 'x.glb'], /nowhere\.png cannot be read/],
    ['a seed that is not a number', ['text', 'a cat', '-o', 'x.glb', '--seed', 'seven'], /--seed/],
    [
      'a detail that does not exist',
      ['text', 'a cat', '-o', 'x.glb', '--detail', 'ultra'],
      /low, medium, high/,
    ],
    ['views that do not fit', ['images', 'a.png', 'b.png', '-o', 'x.glb', '--views', 'front'], /--views/],
    ['an empty description', ['text', ' ', '-o', 'x.glb'], /empty/],
    ['a device', ['mesh', '/dev/zero', '-o', 'x.glb'], /not a file/],
    ['a folder', ['image', 'src', '-o', 'x.glb'], /not a file/],
    ['a folder that is not there', ['text', 'a cat', '-o', 'none/x.glb'], /none\/x\.glb cannot be written/],
    ['one name twice', ['text', 'a cat', '-o', 'x.glb', '--preview', './x.glb'], /two outputs/],
    ['an input for output', ['mesh', 'package.json', '-o', 'package.json'], /is an input/],
    [
      'an option without effect',
      ['mesh', 'a.obj', '-o', 'x.glb', '--proportions', 'chibi'],
      /no option --proportions/,
    ],
    [
      'a style that does not exist',
      ['text', 'a cat', '-o', 'x.glb', '--style', 'flat'],
      /one of auto, clay, low-poly/,
    ],
    [
      'proportions as the style of a picture',
      ['image', 'package.json', '-o', 'x.glb', '--style', 'chibi'],
      /one of auto, clay, low-poly/,
    ],
    ['a format that is not written yet', ['text', 'a cat', '-o', 'cat.fbx'], /\.fbx files yet: .* cat\.glb/],
    [
      'an author of a GLB',
      ['text', 'a cat', '-o', 'x.glb', '--author', 'Noor'],
      /--author has no effect on \.glb/,
    ],
    ['a clip of a VRM', ['text', 'an elf', '-o', 'x.vrm', '--clip', 'walk'], /--clip has no effect on \.vrm/],
    [
      'a preview of another format',
      ['text', 'a cat', '-o', 'x.glb', '--preview', 'x.jpg'],
      /for example x\.png/,
    ],
    ['an option of weights', ['weights', 'a.glb', '-o', 'x.glb', '--detail', 'low'], /no option --detail/],
  ])('explains the mistake in one sentence: %s', async (_, argv, sentence) => {
    await expect(run(...argv)).rejects.toThrow(sentence);
  });
});
