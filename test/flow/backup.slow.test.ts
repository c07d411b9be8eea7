import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { command } from '../support/command.js';
import { justBefore, openWorld, order, text } from '../support/world.js';

/** The whole program with its local chain is backed up again and again while members buy, and make characters. */

it.skipIf(process.env.TEST_DATABASE === 'postgres')(
  'backups under load restore with books that agree, and with every purchase that the bot knows',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'rigsmith-backups-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const key = 'cd'.repeat(32);
    const world = await openWorld({ MASTER_KEY: key, WELCOME_CREDITS: '40' });
    const data = { DATA_DIR: dirname(world.books), MASTER_KEY: key };
    const place = join(root, 'place');
    let [orders, backups, isBusy] = [0, 0, true];

    /** However fast the machine is, two backups are taken meanwhile. */
    const buys = async (name: string) => {
      const person = await world.linked(name);
      while (isBusy && (orders < 4 || backups < 2)) {
        orders += 1;
        const { url, card } = await order(person);
        await person.wallet.pays(url);
        await person.sees('credits arrived', { after: justBefore(card) });
      }
    };
    const makes = async (name: string) => {
      const person = (await world.linked(name)).in('rigs');
      const { message_id: id } = await person.runs('/rig text', { prompt: 'a small fox', detail: 'low' });
      if (!id) throw new Error('no card');
      await expect
        .poll(async () => text((await person.messages()).find((one) => one.id === id)!))
        .toContain('Your character is ready');
    };
    const backsUp = async () => {
      const { status, stderr } = await command(['backup', place, '--keep', '50'], data);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      backups += 1;
      await new Promise((resolve) => setTimeout(resolve, 1_000)); // its id is the second
    };
    const backsUpMeanwhile = async () => {
      while (isBusy) await backsUp();
    };

    const ends = () => {
      isBusy = false; // or the others would go on after a failed test
    };
    const backing = backsUpMeanwhile().finally(ends);
    await Promise.all([buys('mia'), buys('max'), makes('sam')]).finally(ends);
    await backing;
    await backsUp();
    const disk = await command(['disk', '--json'], data);
    expect(JSON.parse(disk.stdout).messages).toEqual({ waiting: expect.any(Number), refused: 0 });
    expect(await world.close()).toEqual([]);

    const listed = new Set<number>();
    const ids = readdirSync(join(place, 'backups'));
    expect(ids).toHaveLength(backups);
    for (const id of ids) {
      const target = join(root, `restored-${id}`);
      const { status, stdout } = await command(['restore', place, '--backup', id], {
        DATA_DIR: target,
        MASTER_KEY: key,
      });
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('no differences') });
      const [bot, service] = ['bot', 'service'].map((name) => new Sqlite(join(target, `${name}.db`)));
      const known = bot!.prepare<[], string>('SELECT id FROM purchase').pluck().all();
      const stored = new Set(service!.prepare<[], string>('SELECT id FROM intent').pluck().all());
      expect(known.filter((id) => !stored.has(id))).toEqual([]);
      listed.add(stored.size);
      bot!.close();
      service!.close();
    }
    expect(Math.max(...listed)).toBe(orders);
  },
);
