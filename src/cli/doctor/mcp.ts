import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import type { McpServer } from '../../service/agents/mcp/config.js';
import { offeredBy, runsUnasked } from '../../service/agents/mcp/offer.js';
import type { DoctorCheck } from './check.js';

/** Connects to each server of tools as the agent would, and names the tools that run without asking. */
export const mcpChecks = (
  { AGENT_MODEL }: Pick<Config, 'AGENT_MODEL'>,
  servers: readonly McpServer[],
  t: Translate,
): DoctorCheck[] =>
  servers.map((server) => ({
    name: t('cli.doctor.mcp.name', { server: server.name }),
    look: () => (AGENT_MODEL ? lookAt(server, t) : t('cli.doctor.mcp.unused')),
    fix: t('cli.doctor.mcp.fix'),
  }));

async function lookAt(server: McpServer, t: Translate): Promise<string> {
  const { connectServer } = await import('../../service/agents/mcp/connection.js');
  const ending = new AbortController();
  const { tools, closed } = await connectServer(server, ending.signal);
  ending.abort();
  await closed;
  const offered = offeredBy(server, tools);
  const free = offered.filter((tool) => runsUnasked(server, tool)).map(({ name }) => name);
  const counts = { count: offered.length, listed: tools.length };
  const found = t('cli.doctor.mcp.found', counts);
  return free.length === 0
    ? t('cli.doctor.mcp.all_ask', { found })
    : t('cli.doctor.mcp.some_ask', { found, free: free.join(', ') });
}
