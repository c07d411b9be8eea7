/** What a dying process throws at whoever stands on the stack; nothing of it may be handled. */
export class Crash extends Error {
  override name = 'Crash';
}

/** The life of one process: every place where it can die calls `pass`. */
export type Life = {
  /** @throws Crash when the process dies here, and for ever after */
  pass(point: string): void;
  /** @throws Crash when it is dead: what still runs of it reaches nothing any more. */
  check(): void;
  isOver(): boolean;
  die(): void;
};

/** Counts every point that any process of a schedule passes, and says at which of them one dies. */
export type Fate = {
  /** Deaths so far, by the name of the point. */
  deaths: string[];
  passed(): number;
  /** The next death comes this many points from now. */
  doom(after: number): void;
  /** No more deaths. */
  spare(): void;
  begin(): Life;
};

export function createFate(): Fate {
  let passed = 0;
  let fatal: number[] = [];
  const deaths: string[] = [];
  return {
    deaths,
    passed: () => passed,
    doom: (after) => void fatal.push(passed + after),
    spare: () => {
      fatal = [];
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
          if (!fatal.includes(passed)) return;
          over = true;
          deaths.push(point);
          throw new Crash(point);
        },
      };
    },
  };
}
