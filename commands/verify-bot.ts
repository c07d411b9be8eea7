import { InteractionContextType, SnowflakeUtil } from 'discord.js';
import type { Command, Request } from '../src/bot/command.js';
import { type Acted, typedIn } from '../src/bot/interaction/acted.js';
import { phraseForm, verifyBotCard } from '../src/bot/link/cards/verify.js';

async function show({ interaction: { client, applicationId }, member, flows, t }: Request<Acted>) {
  const { id: userId, username: name } = client.user;
  return verifyBotCard(
    {
      userId,
      name,
      applicationId,
      since: SnowflakeUtil.timestampFrom(applicationId),
      linkOrigin: flows.link.origin,
      owner: member.id,
      phrase: await flows.link.phraseOf(member.id),
    },
    t,
  );
}

export default {
  data: {
    name: 'verify-bot',
    contexts: [InteractionContextType.Guild],
  },
  actions: { '': { acknowledge: 'private', run: show } },
  components: {
    choose: { acknowledge: 'form', form: ({ member, t }) => phraseForm(member.id, t) },
    chosen: {
      acknowledge: 'update',
      async run(request) {
        const { interaction, member, flows } = request;
        const typed = typedIn(interaction, 'phrase');
        await flows.link.choosePhrase(member.id, typed);
        return show(request);
      },
    },
  },
} satisfies Command;
