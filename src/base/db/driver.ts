import type Sqlite from 'better-sqlite3';

type Methods = Record<string, (this: object, ...given: unknown[]) => object>;

/** Objects that must never be collected. */
const kept: object[] = [];
let isKeeping = false;

/**
 * Loads the SQLite driver. From 24.19 on, headers of Node 24 let the process end with "Assertion failed: (env) != nullptr"
 * when an object of a driver compiled with them is collected while no JavaScript runs (nodejs/node#65446). There every
 * object of the driver is kept: statements are few, because each is prepared once and used again.
 * @param version of Node; for tests
 */
export async function loadDriver(version: string = process.versions.node): Promise<typeof Sqlite> {
  const { default: Driver } = await import('better-sqlite3');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 24 && minor >= 19 && !isKeeping) {
    keepObjects(Driver);
    isKeeping = true;
  }
  return Driver;
}

function keepObjects(Driver: typeof Sqlite): void {
  const db = new Driver(':memory:');
  const statement = db.prepare('SELECT 1');
  const [symbol] = Object.getOwnPropertySymbols(db);
  const native = Object.getPrototypeOf((db as unknown as Record<symbol, object>)[symbol!]) as Methods;
  keepResults(native, 'prepare');
  keepResults(native, 'backup');
  keepResults(Object.getPrototypeOf(statement) as Methods, 'iterate');
  const { close } = native;
  native.close = function () {
    kept.push(this);
    return close!.call(this);
  };
  kept.push(statement);
  db.close();
}

function keepResults(holder: Methods, name: string): void {
  const method = holder[name]!;
  holder[name] = function (...given) {
    const made = method.apply(this, given);
    kept.push(made);
    return made;
  };
}
