import pg from 'pg';

/** Calls to PostgreSQL that this process still waits for. */
let waiting = 0;

type Method = (...given: unknown[]) => unknown;

function count(holder: object, name: string): void {
  const methods = holder as Record<string, Method>;
  const original = methods[name] as Method;
  methods[name] = function (this: unknown, ...given) {
    const result = original.apply(this, given);
    if (!(result instanceof Promise)) return result;
    waiting += 1;
    const done = () => {
      waiting -= 1;
    };
    result.then(done, done);
    return result;
  };
}

count(pg.Client.prototype, 'query');
count(pg.Pool.prototype, 'query');
count(pg.Pool.prototype, 'connect');

/** Whether no answer of PostgreSQL is on its way, so that a manual clock may go on. */
export const isDatabaseIdle = (): boolean => waiting === 0;
