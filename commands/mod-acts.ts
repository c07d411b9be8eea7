import type { ChatInputCommandInteraction, User } from 'discord.js';
import { iso } from '../src/base/clock.js';
import { AppError } from '../src/base/errors.js';
import type { Answer, Command, Request } from '../src/bot/command.js';
import { type ComponentOrForm, typedIn } from '../src/bot/interaction/acted.js';
import type { Act } from '../src/bot/moderation/acting.js';
import {
  blockedCard,
  blockForm,
  blockMs,
  creditsChangedCard,
  formFields,
  grantForm,
  unblockedCard,
  unblockForm,
  unlinkedCard,
} from '../src/bot/moderation/cards/act.js';
import { memberCard } from '../src/bot/moderation/cards/member.js';
import { reason } from '../src/copy/reason.js';
import { moderates } from './mod-options.js';

/** What moderators do about a member: by a subcommand, or by a button of the member's card. */

type Slash = Request<ChatInputCommandInteraction<'cached'>>;
type Pressed = Request<ComponentOrForm>;
type Asked = Pick<Request<Acting>, 'interaction' | 'member' | 'place'>;
type Acting = Pick<ComponentOrForm, 'id' | 'memberPermissions' | 'createdTimestamp'>;

/** The moderator in this server. */
export const lookOf = ({ interaction, member, place }: Asked) => ({
  moderatorId: member.id,
  isModerator: interaction.memberPermissions?.has(moderates) ?? false,
  guildId: place.guildId,
});

const actOf = (asked: Asked, target: Pick<User, 'id' | 'bot'>, why: string): Act => ({
  ...lookOf(asked),
  memberId: target.id,
  isBot: target.bot,
  key: asked.interaction.id,
  reason: why.trim(),
});

/** The end of a block that starts with the interaction, so that a repeated one ends at the same time. */
const endOf = ({ createdTimestamp }: Acting, time: string | null): string | null =>
  time !== null && time in blockMs ? iso(createdTimestamp + blockMs[time as keyof typeof blockMs]) : null;

const whyOf = ({ interaction }: Slash) => interaction.options.getString('reason', true);
const targetOf = ({ interaction }: Slash) => interaction.options.getUser('member', true);

/** Also for the user menu. */
export async function showMember(request: Request<Acting>, target: User): Promise<Answer> {
  const { flows, member, t } = request;
  const seen = await flows.moderation.readMember({ ...lookOf(request), memberId: target.id });
  return memberCard({ owner: member.id, id: target.id, name: target.username, ...seen }, t);
}

const changeBy = (change: 'grant' | 'revoke') => async (request: Slash) => {
  const { interaction, flows, t } = request;
  const [target, why] = [targetOf(request), whyOf(request)];
  const credits = interaction.options.getInteger('credits', true);
  const changed = await flows.moderation.changeCredits(actOf(request, target, why), change, credits);
  return creditsChangedCard(change, changed, { name: target.username, reason: why }, t);
};

async function block(request: Request<Acting>, target: User, why: string, time: string | null) {
  const { flows, t, interaction } = request;
  const blocked = await flows.moderation.block(actOf(request, target, why), endOf(interaction, time));
  return blockedCard(blocked, { name: target.username, reason: why }, t);
}

async function unblock(request: Request<Acting>, target: User, why: string) {
  await request.flows.moderation.unblock(actOf(request, target, why));
  return unblockedCard({ name: target.username, reason: why }, request.t);
}

export const modActs = {
  member: {
    acknowledge: 'private',
    run: (request) => showMember(request, targetOf(request)),
  },
  grant: { acknowledge: 'private', isRepeatable: true, run: changeBy('grant') },
  revoke: { acknowledge: 'private', isRepeatable: true, run: changeBy('revoke') },
  block: {
    acknowledge: 'private',
    isRepeatable: true,
    run: (request) =>
      block(request, targetOf(request), whyOf(request), request.interaction.options.getString('for')),
  },
  unblock: {
    acknowledge: 'private',
    isRepeatable: true,
    run: (request) => unblock(request, targetOf(request), whyOf(request)),
  },
  refund: {
    acknowledge: 'private',
    isRepeatable: true,
    async run(request) {
      const { interaction, flows, t } = request;
      const [target, why] = [targetOf(request), whyOf(request)];
      const rig = interaction.options.getString('rig', true).trim();
      const changed = await flows.moderation.refund(actOf(request, target, why), rig);
      return creditsChangedCard('refund', changed, { name: target.username, reason: why }, t);
    },
  },
  unlink: {
    acknowledge: 'private',
    isRepeatable: true,
    async run(request) {
      const [target, why] = [targetOf(request), whyOf(request)];
      const count = await request.flows.moderation.unlink(actOf(request, target, why));
      return unlinkedCard(count, { name: target.username, reason: why }, request.t);
    },
  },
} satisfies Command['actions'];

/** The member whom a card or its form is about. */
const memberOf = ({ interaction, argument }: Pressed): Promise<User> =>
  interaction.client.users.fetch(argument);

/** @throws AppError for anything but a positive whole number */
function creditsIn(typed: string): number {
  const credits = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0;
  if (credits > 0) return credits;
  throw new AppError('invalid_request', reason('moderation.error.credits'));
}

const timeIn = (interaction: ComponentOrForm): string | null =>
  interaction.isModalSubmit() ? (interaction.fields.getStringSelectValues(formFields.time)[0] ?? null) : null;

/** The buttons of the member's card open a form; sending it does the act. */
export const modButtons = {
  grant: { acknowledge: 'form', form: ({ member, argument, t }) => grantForm(member.id, argument, t) },
  block: { acknowledge: 'form', form: ({ member, argument, t }) => blockForm(member.id, argument, t) },
  unblock: { acknowledge: 'form', form: ({ member, argument, t }) => unblockForm(member.id, argument, t) },
  granted: {
    acknowledge: 'private',
    isRepeatable: true,
    async run(request) {
      const { interaction, flows, t } = request;
      const target = await memberOf(request);
      const why = typedIn(interaction, formFields.reason);
      const credits = creditsIn(typedIn(interaction, formFields.credits));
      const changed = await flows.moderation.changeCredits(actOf(request, target, why), 'grant', credits);
      return creditsChangedCard('grant', changed, { name: target.username, reason: why }, t);
    },
  },
  blocked: {
    acknowledge: 'private',
    isRepeatable: true,
    async run(request) {
      const { interaction } = request;
      const why = typedIn(interaction, formFields.reason);
      return block(request, await memberOf(request), why, timeIn(interaction));
    },
  },
  unblocked: {
    acknowledge: 'private',
    isRepeatable: true,
    run: async (request) =>
      unblock(request, await memberOf(request), typedIn(request.interaction, formFields.reason)),
  },
} satisfies Command['components'];
