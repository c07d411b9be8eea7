/** Thrown by a dying process up its stack; no code may handle it. */
export class Crash extends Error {
  override name = 'Crash';
}

/** The life of one process: every place where it can die calls `pass`. */
export type Life = {
  /** @throws Crash when the process dies here, and on every later call */
  pass(point: string): void;
  /** @throws Crash when it is dead: its remaining code has no effect any more. */
  check(): void;
  isOver(): boolean;
  die(): void;
};

/** Counts every point that any process of a schedule passes, and decides at which of them one dies. */
export type Fate = {
  /** Deaths so far, by the name of the point. */
  deaths: string[];
  passed(): number;
  /** The next death comes after this many points. */
  doom(after: number): void;
  /** One death at the first passing of each point, in order. */
  doomAt(points: readonly string[]): void;
  /** Every point that was passed, by name. */
  seen: ReadonlySet<string>;
  /** Stops all further deaths. */
  spare(): void;
  begin(): Life;
};

export function createFate(): Fate {
  let passed = 0;
  let fatal: number[] = [];
  let named: string[] = [];
  const seen = new Set<string>();
  const deaths: string[] = [];
  return {
    deaths,
    seen,
    passed: () => passed,
    doom: (after) => void fatal.push(passed + after),
    doomAt: (points) => void named.push(...points),
    spare: () => {
      fatal = [];
      named = [];
    },
    begin() {
      let over = false;
      const check = () => {
        if (over) throw new Crash();
      };
      return {
        check,
        isOver: () => over,
        die: () => {
          over = true;
        },
        pass(point) {
          check();
          passed += 1;
          seen.add(point);
          if (point === named[0]) named = named.slice(1);
          else if (!fatal.includes(passed)) return;
          over = true;
          deaths.push(point);
          throw new Crash(point);
        },
      };
    },
  };
}
