import type { ChatInputCommandInteraction } from 'discord.js';
import type { Command, Request } from '../src/bot/command.js';
import { memberCreditsCard } from '../src/bot/credits/card.js';
import { auditCard, auditFileCard } from '../src/bot/moderation/cards/audit.js';
import { blocksCard, quotasCard } from '../src/bot/moderation/cards/limits.js';
import { quotaPeriod, quotaUnit } from '../src/contract/limits.js';
import { lookOf, modActs, modButtons } from './mod-acts.js';
import { modCases } from './mod-cases.js';
import { modData } from './mod-options.js';

/** Whose quota the options name: of a role, of a member, of all together, or of each member. */
function scopeIn({ options }: ChatInputCommandInteraction) {
  const [role, user] = [options.getRole('role'), options.getUser('member')];
  if (user) return { scope: 'member', subject: user.id } as const;
  if (role) return { scope: 'role', subject: role.id } as const;
  return { scope: options.getBoolean('together') ? 'server' : 'everyone', subject: '' } as const;
}

const audit = async (
  request: Parameters<typeof lookOf>[0] & Pick<Request<unknown>, 'flows' | 't'>,
  before?: number,
) => auditCard(await request.flows.audit.read(lookOf(request), before), request.member.id, request.t);

export default {
  data: modData,
  actions: {
    ...modActs,
    credits: {
      acknowledge: 'private',
      async run(request) {
        const { interaction, flows, t } = request;
        const target = interaction.options.getUser('member', true);
        const credits = await flows.moderation.readCredits({ ...lookOf(request), memberId: target.id });
        return memberCreditsCard({ name: target.username, ...credits }, t);
      },
    },
    blocks: {
      acknowledge: 'private',
      run: async (request) =>
        blocksCard(
          await request.flows.moderation.blocks(lookOf(request), null),
          request.member.id,
          request.t,
        ),
    },
    quota: {
      acknowledge: 'private',
      isRepeatable: true,
      async run(request) {
        const { interaction, flows, t } = request;
        const { options } = interaction;
        const act = { ...lookOf(request), key: interaction.id, reason: options.getString('reason', true) };
        const rules = await flows.quotas.set(act, {
          ...scopeIn(interaction),
          unit: quotaUnit.parse(options.getString('unit', true)),
          period: quotaPeriod.parse(options.getString('period', true)),
          most: options.getInteger('most'),
        });
        return quotasCard(rules, t);
      },
    },
    audit: { acknowledge: 'private', run: (request) => audit(request, undefined) },
    quotas: {
      acknowledge: 'private',
      run: async (request) => quotasCard(await request.flows.quotas.list(lookOf(request)), request.t),
    },
  },
  components: {
    ...modButtons,
    ...modCases,
    audit: { acknowledge: 'update', run: (request) => audit(request, Number(request.argument)) },
    file: {
      acknowledge: 'private',
      async run(request) {
        const { content, rows } = await request.flows.audit.file(lookOf(request));
        return auditFileCard(content, rows, request.t);
      },
    },
    blocks: {
      acknowledge: 'update',
      run: async (request) =>
        blocksCard(
          await request.flows.moderation.blocks(lookOf(request), request.argument),
          request.member.id,
          request.t,
        ),
    },
  },
} satisfies Command;
