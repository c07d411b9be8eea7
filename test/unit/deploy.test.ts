import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The files for operators in docs/deploy/, checked by the programs that read them where those are installed. */

const read = (path: string) => readFileSync(resolve(path), 'utf8');
const has = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined;

describe('the Caddyfile', () => {
  const caddyfile = read('docs/deploy/Caddyfile');
  const paths = [...caddyfile.matchAll(/^\s*(?:@\w+ )?path (.+)$/gm)].flatMap(([, list = '']) =>
    list.split(' '),
  );
  const isOpen = (url: string) =>
    paths.some((path) => (path.endsWith('*') ? url.startsWith(path.slice(0, -1)) : url === path));

  /** The addresses that the pages of the bot serve, from its sources. */
  const pagesOf = () => {
    const files = readdirSync(resolve('src/bot'), { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.ts')).map((file) => read(join('src/bot', file)));
    return sources.flatMap((source) =>
      [...source.matchAll(/app\.\w+\(\s*'(\/[^']*)'/g)].map(([, url = '']) => url),
    );
  };

  it('lets members reach every page of the bot, and nothing about its health', () => {
    const served = pagesOf();
    expect(served.length).toBeGreaterThan(10);
    const inner = ['/healthz', '/readyz'];
    expect(served.filter((url) => !isOpen(url)).sort()).toEqual(inner);
  });

  it('keeps the API of the service, its documentation and the figures private', () => {
    for (const url of [
      '/api/users/me',
      '/api/docs',
      '/api/openapi.json',
      '/api/rig/generations',
      '/metrics',
      '/ws',
    ])
      expect(isOpen(url)).toBe(false);
    for (const url of ['/api/rig/files/token/fox.glb', '/api/payments/webhooks/helius'])
      expect(isOpen(url)).toBe(true);
  });

  it.skipIf(!has('caddy', 'version'))('is valid for Caddy', () => {
    const { status, stderr } = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', resolve('docs/deploy/Caddyfile')],
      { env: { ...process.env, PUBLIC_HOST: 'localhost', HOME: tmpdir() }, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
  });
});

it.skipIf(!has('systemd-analyze', '--version'))('the unit is valid for systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-unit-'));
  const unit = join(folder, 'rigsmith.service');
  const program = /^ExecStart=(\S+)/m.exec(read('docs/deploy/rigsmith.service'))?.[1] ?? '';
  writeFileSync(unit, read('docs/deploy/rigsmith.service').replace(program, process.execPath));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  const own = stderr.split('\n').filter((line) => line.includes('rigsmith.service'));
  expect({ status, own }).toEqual({ status: 0, own: [] });
});

it('the image copies every folder that the program reads, and starts it as no root', () => {
  const dockerfile = read('Dockerfile');
  const { files } = JSON.parse(read('package.json'));
  const run = dockerfile.slice(dockerfile.indexOf('AS run'));
  for (const folder of new Set(files.map((path: string) => path.split('/')[0])))
    if (!folder?.toString().startsWith('!')) expect(run).toContain(`/app/${folder}`);
  expect(/^USER (\d+)/m.exec(run)?.[1]).not.toBe('0');
  expect(run).not.toMatch(/npm/);
});
