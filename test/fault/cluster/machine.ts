import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, createChild } from '../../../src/cli/child.js';
import { findRoot } from '../../../src/cli/root.js';
import { longestStopMs } from '../../../src/cli/running.js';
import { type Line, openLine, type Passage } from './line.js';

export type Kind = 'bot' | 'service' | 'worker';

export type Span = { from: number; to: number };

/** One process of the cluster, whatever happens to it, and its connections. */
export type Machine = {
  kind: Kind;
  name: string;
  /** Whether nothing is done to it now. */
  isWell(): boolean;
  /** When nothing was done to it, and it ran. */
  wellSpans(): readonly Span[];
  /** Where others reach it. */
  entrance: number;
  /** Of the running process. */
  pid(): number | undefined;
  start(): Promise<void>;
  /** SIGKILL, and a new start after `offMs`. */
  die(offMs: number): Promise<void>;
  /** SIGSTOP for that long. */
  sleep(ms: number): Promise<void>;
  /** Reaches nothing and is not reached for that long. */
  isolate(ms: number): Promise<void>;
  stop(): Promise<void>;
};

/** The program ends itself before that. */
const killedAfterMs = longestStopMs + 10_000;

/** The folder with the logs of all processes. */
export const evidenceFolder = join(findRoot(), 'out', 'fault', 'cluster');

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * @param environment of the process, given its own connections to the ports of `needs` by name
 * @param port where the process listens
 */
export async function openMachine(options: {
  kind: Kind;
  name: string;
  port: number;
  needs: Readonly<Record<string, number>>;
  passages?: Readonly<Record<string, Passage>>;
  environment: (ports: Readonly<Record<string, number>>) => Record<string, string>;
  /** Called when it ended without being killed, or did not end when asked to. */
  onEnd: (said: string) => void;
}): Promise<Machine> {
  const { kind, name, port, needs, passages = {}, environment, onEnd } = options;
  const lines: Record<string, Line> = {};
  for (const [need, target] of Object.entries(needs))
    lines[need] = await openLine(() => [target], passages[need]);
  const entrance = await openLine(() => [port]);
  const all = [...Object.values(lines), entrance];
  const ports = Object.fromEntries(Object.entries(lines).map(([need, line]) => [need, line.port]));
  mkdirSync(evidenceFolder, { recursive: true });
  const log = createWriteStream(join(evidenceFolder, `${name}.log`));
  const child: Child = createChild(kind, environment(ports), (chunk) => log.write(chunk));
  const spans: Span[] = [];
  let isWell = false;
  const setWell = (well: boolean): void => {
    if (well && !isWell) spans.push({ from: Date.now(), to: Number.POSITIVE_INFINITY });
    if (!well && isWell) spans.at(-1)!.to = Date.now();
    isWell = well;
  };
  let isWanted = false;

  const start = async (): Promise<void> => {
    isWanted = true;
    // A database that restarts refuses a start; an operator's supervisor tries again.
    for (let tries = 1; ; tries += 1) {
      try {
        await child.start();
        break;
      } catch (error) {
        if (!isWanted || tries === 20) throw error;
        await pause(1_000);
      }
    }
    setWell(true);
    void child.ended().then(({ said }) => {
      if (!isWanted) return;
      setWell(false);
      onEnd(`${name} ended by itself: ${said.trim().split('\n').at(-1)}`);
      void start();
    });
  };
  const during = async (act: () => Promise<void>): Promise<void> => {
    setWell(false);
    await act();
  };

  return {
    kind,
    name,
    entrance: entrance.port,
    pid: child.pid,
    isWell: () => isWell,
    wellSpans: () => spans,
    start,
    die: (offMs) =>
      during(async () => {
        isWanted = false;
        await child.kill();
        await pause(offMs);
        await start();
      }),
    sleep: (ms) =>
      during(async () => {
        child.pause();
        await pause(ms);
        child.resume();
        setWell(true);
      }),
    isolate: (ms) =>
      during(async () => {
        for (const line of all) line.cut();
        await pause(ms);
        for (const line of all) line.mend();
        setWell(true);
      }),
    async stop() {
      isWanted = false;
      setWell(false);
      child.resume();
      const late = setTimeout(() => {
        onEnd(`${name} did not stop within ${killedAfterMs / 1_000} s`);
        void child.kill();
      }, killedAfterMs);
      await child.stop();
      clearTimeout(late);
      const { code, said } = await child.ended();
      if (code !== 0 && code !== null)
        onEnd(`${name} stopped with ${code}: ${said.trim().split('\n').at(-1)}`);
      await Promise.all(all.map((line) => line.close()));
      log.end();
    },
  };
}
