import { type Clock, systemClock } from '../../../base/clock.js';
import type { Log } from '../../../base/log.js';
import { ownToolNames } from '../tools/index.js';
import type { AnyTool } from '../tools/tool.js';
import { type CallTool, type McpConnection, notConnected } from './call.js';
import type { McpServer } from './config.js';
import { offeredBy, toolOf, uniqueName } from './offer.js';

export type McpServers = {
  /** Those of all connected servers. */
  tools(): readonly AnyTool[];
  call: CallTool;
  /** Connects to each in the background, and again after a connection ended. */
  start(): void;
  stop(): Promise<void>;
};

const firstRetryMs = 5_000;
const longestRetryMs = 10 * 60_000;
/** A connection that lasted this long was a working one: its end is news. */
const steadyMs = 60_000;

/** The tools of Model Context Protocol servers, for the agent's model. A server that fails only lacks its tools. */
export function createMcpServers(options: {
  servers: readonly McpServer[];
  connect: (server: McpServer, ending: AbortSignal) => Promise<McpConnection>;
  log: Log;
  clock?: Clock;
}): McpServers {
  const { servers, connect, log, clock = systemClock } = options;
  const closing = new AbortController();
  const connected = new Map<string, McpConnection>();
  let keeping: Promise<unknown> = Promise.resolve();
  let offered: readonly AnyTool[] = [];

  const call: CallTool = (asked, signal) =>
    connected.get(asked.server)?.call(asked.tool, asked.input, signal) ?? notConnected(asked);

  const collect = () => {
    const names = new Set<string>(ownToolNames);
    offered = servers.flatMap((server) => {
      const listed = connected.get(server.name)?.tools ?? [];
      return offeredBy(server, listed).map((tool) => {
        const name = uniqueName(server.name, tool.name, names);
        return toolOf({ server, tool, name, call });
      });
    });
  };

  /** @returns once the connection has failed or ended: why */
  const hold = async (server: McpServer): Promise<string> => {
    const { name } = server;
    try {
      const connection = await connect(server, closing.signal);
      connected.set(name, connection);
      collect();
      const { length: listed } = connection.tools;
      log.info(
        { server: name, listed, offered: offeredBy(server, connection.tools).length },
        'MCP server connected',
      );
      await connection.closed;
      return 'the connection ended';
    } catch (error) {
      return (error instanceof Error ? error.message : String(error)).slice(0, 300);
    } finally {
      connected.delete(name);
      collect();
    }
  };

  const keep = async (server: McpServer): Promise<void> => {
    let told = '';
    for (let waitMs = firstRetryMs; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, longestRetryMs)) {
      const since = clock.now();
      const problem = await hold(server);
      if (closing.signal.aborted) return;
      if (clock.now() - since > steadyMs) [told, waitMs] = ['', firstRetryMs];
      const fields = { server: server.name, problem };
      if (problem !== told)
        log.warn(fields, 'MCP server unavailable; retrying. Check it with "rigsmith doctor"');
      told = problem;
      await clock.sleep(waitMs, closing.signal).catch(() => undefined);
    }
  };

  return {
    tools: () => offered,
    call,
    start() {
      keeping = Promise.all(servers.map(keep));
    },
    async stop() {
      closing.abort();
      await keeping;
    },
  };
}
