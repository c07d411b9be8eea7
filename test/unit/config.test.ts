import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig as readIn, variables } from '../../src/config.js';
import { copy, t } from '../support/copy.js';

const key = 'ab'.repeat(32);
const token = 'a-token-that-is-long-enough';

const readConfig = (environment: Record<string, string>) => readIn(environment, t);

describe('the configuration', () => {
  it('defaults to the playground without any variable', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8787,
      HOST: '127.0.0.1',
      SERVICE_HOST: '127.0.0.1',
      SOLANA_NETWORK: 'mainnet-beta',
    });
  });

  it('uses the dollar token of its network', () => {
    expect(readConfig({}).USDC_MINT).toMatch(/^EPjF/);
    expect(readConfig({ SOLANA_NETWORK: 'devnet' }).USDC_MINT).toMatch(/^4zMM/);
    const own = 'So11111111111111111111111111111111111111112';
    expect(readConfig({ SOLANA_NETWORK: 'devnet', USDC_MINT: own }).USDC_MINT).toBe(own);
  });

  it('treats an empty value as unset', () => {
    expect(readConfig({ DISCORD_TOKEN: '', PORT: ' ' })).toEqual(readConfig({}));
  });

  it('needs a shared database where other processes make the rigs', () => {
    expect(() => readConfig({ RIG_PROCESSES: '0' })).toThrow('DATABASE_URL: is needed with RIG_PROCESSES=0');
    const shared = { RIG_PROCESSES: '0', DATABASE_URL: 'postgres://db.example/rigsmith' };
    expect(readConfig(shared).RIG_PROCESSES).toBe(0);
  });

  it('reports every problem at once, a line each', () => {
    const broken = { PORT: 'many', SOLANA_NETWORK: 'moon', MERCHANT_ADDRESS: '0OIl', MASTER_KEY: 'short' };
    expect(() => readConfig(broken)).toThrow(
      /4 problems[\s\S]*SOLANA_NETWORK: must be mainnet-beta, devnet, or localnet/,
    );
    for (const name of Object.keys(broken)) expect(() => readConfig(broken)).toThrow(`${name}: `);
  });

  it('reports problems in the language of the terminal', () => {
    const german = copy.for('de');
    const broken = { PORT: 'many', MESSAGE_CONTENT: 'maybe', SERVICE_URL: 'nowhere', WELCOME_CREDITS: '1.5' };
    const problems = () => readIn({ ...broken, DISCORD_TOKEN: token }, german);
    expect(problems).toThrow(/^Die Konfiguration hat 4 Probleme:\n {2}/);
    expect(problems).toThrow('PORT: muss eine Zahl von 1 bis 65530 sein');
    expect(problems).toThrow('MESSAGE_CONTENT: muss on oder off sein');
  });

  it('names the variables the real bot requires', () => {
    expect(() => readConfig({ DISCORD_TOKEN: token })).toThrow(
      /MASTER_KEY: is needed[\s\S]*PUBLIC_URL: is needed[\s\S]*SOLANA_RPC_URL: is needed[\s\S]*MERCHANT_ADDRESS: is needed/,
    );
  });

  it('requires no chain when the service is external', () => {
    const config = {
      DISCORD_TOKEN: token,
      MASTER_KEY: key,
      PUBLIC_URL: 'https://bot.example/',
      SERVICE_URL: 'https://rigs.example',
    };
    expect(readConfig(config)).toMatchObject({ PUBLIC_URL: 'https://bot.example', MASTER_KEY: [key] });
  });

  it('requires the shared secret if an external service reports review cases', () => {
    const cases = {
      DISCORD_TOKEN: token,
      MASTER_KEY: key,
      PUBLIC_URL: 'https://bot.example',
      CASES_CHANNEL: '1'.repeat(18),
    };
    const apart = { ...cases, SERVICE_URL: 'https://rigs.example' };
    expect(() => readConfig(apart)).toThrow('SERVICE_BOT_SECRET: is needed with CASES_CHANNEL');
    expect(readConfig({ ...apart, SERVICE_BOT_SECRET: 'shared by both of them' }).CASES_CHANNEL).toHaveLength(
      18,
    );
    expect(() => readConfig({ CASES_CHANNEL: '#mods' })).toThrow(
      'CASES_CHANNEL: must be the id of a channel',
    );
  });

  it('reads a secret from a file, and names a file it could not read', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'key');
    writeFileSync(file, `${key}\n`);
    expect(readConfig({ MASTER_KEY_FILE: file }).MASTER_KEY).toEqual([key]);
    expect(() => readConfig({ MASTER_KEY_FILE: '/nowhere/key' })).toThrow(
      'MASTER_KEY_FILE: the file /nowhere/key cannot be read',
    );
  });

  it('has exactly the variables of .env.example, whose values are accepted', () => {
    const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
    const pairs = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(pairs.map(([name]) => name).sort()).toEqual([...variables(t)].sort());
    expect(() => readConfig(Object.fromEntries(pairs))).not.toThrow();
  });
});
