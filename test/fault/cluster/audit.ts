import pg from 'pg';

/**
 * PostgreSQL itself notes who acts under a lease without holding it, in the transaction of that act: writes of the
 * chain's watcher, of the process that shows a conversation, and of the process that takes a job from its holder.
 */
const setUp = `
  CREATE SCHEMA audit;
  CREATE SEQUENCE audit.checked;
  CREATE TABLE audit.act (at TIMESTAMPTZ DEFAULT clock_timestamp(), what TEXT, actor TEXT, holder TEXT);

  CREATE FUNCTION audit.compare(what TEXT, owner TEXT) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM nextval('audit.checked');
    IF left(owner, 63) IS DISTINCT FROM current_setting('application_name') THEN
      INSERT INTO audit.act (what, actor, holder) VALUES (what, current_setting('application_name'), owner);
    END IF;
  END $$;

  CREATE FUNCTION audit.watches() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM audit.compare('wrote the cursor of the chain',
      (SELECT 'rigsmith service, ' || owner FROM service.work_lease WHERE name = 'payments'));
    RETURN NULL;
  END $$;
  CREATE TRIGGER audit AFTER INSERT OR UPDATE ON service.chain_cursor
    FOR EACH ROW EXECUTE FUNCTION audit.watches();

  CREATE FUNCTION audit.shows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM audit.compare('showed a conversation',
      (SELECT 'rigsmith bot, ' || lease.owner FROM bot.gateway_shard AS shard
        JOIN bot.work_lease AS lease ON shard.owner = lease.name || '/' || lease.fence
        WHERE shard.shard = (NEW.guild_id::bigint >> 22) % (SELECT count(*) FROM bot.gateway_shard)));
    RETURN NULL;
  END $$;
  CREATE TRIGGER audit AFTER UPDATE OF view ON bot.talk FOR EACH ROW EXECUTE FUNCTION audit.shows();

  CREATE FUNCTION audit.claims() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM nextval('audit.checked');
    IF OLD.lease IS NOT NULL AND NEW.lease IS NOT NULL AND OLD.lease <> NEW.lease THEN
      INSERT INTO audit.act (what, actor, holder)
      VALUES ('claimed a job of ' || TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME || ' that another one had',
        current_setting('application_name'), OLD.lease);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER audit AFTER UPDATE OF lease ON service.generation_job
    FOR EACH ROW EXECUTE FUNCTION audit.claims();
  CREATE TRIGGER audit AFTER UPDATE OF lease ON service.run_job
    FOR EACH ROW EXECUTE FUNCTION audit.claims();
  CREATE TRIGGER audit AFTER UPDATE OF lease ON bot.outbox
    FOR EACH ROW EXECUTE FUNCTION audit.claims()`;

async function asking<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** Starts the audit of a database whose tables exist. */
export const startAudit = (url: string): Promise<unknown> => asking(url, (client) => client.query(setUp));

type Act = { what: string; actor: string; holder: string | null; times: number };

/** Acts of processes that did not hold the lease, and how many acts were checked. */
export const readAudit = (url: string): Promise<{ problems: string[]; checked: number }> =>
  asking(url, async (client) => {
    const { rows } = await client.query<Act>(
      'SELECT what, actor, holder, count(*)::int AS times FROM audit.act GROUP BY what, actor, holder',
    );
    const { rows: counted } = await client.query('SELECT last_value::int AS checked FROM audit.checked');
    return {
      problems: rows.map(
        ({ what, actor, holder, times }) =>
          `${actor} ${what} ${times} times while the lease was of ${holder ?? 'nobody'}`,
      ),
      checked: counted[0]?.checked ?? 0,
    };
  });
