import { expect, it } from 'vitest';
import { connectPostgres } from '../../../../src/base/db/connect.js';

it('a PostgreSQL server that cannot be reached is named without its password', async () => {
  const attempt = connectPostgres('postgres://mia:secret@127.0.0.1:1/rigs');
  await expect(attempt).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:1\/rigs can't be used: .+ Check DATABASE_URL\.$/,
  );
  await expect(attempt).rejects.not.toThrow('secret');
});
