import type { SeenMessage } from '../actor/client.js';
import { signOnLinkPage } from './link-page.js';
import { findIn } from './player.js';
import { type StoryStage, seeBalance } from './stage.js';

/** `/link`, the page, the wallet and the code. */
export async function linkWallet({ mia }: Pick<StoryStage, 'mia'>): Promise<void> {
  mia.did('types `/link`');
  const outcome = await mia.person.runs('/link', {}, { channel: 'welcome' });
  const card = await mia.seesAnswer(outcome, { control: 'link:code' });
  const link = findIn(card, /http:\/\/127\.0\.0\.1:\d+\/link[^"#]*#\w+/);
  const wallet = {
    address: (await mia.person.wallet.look()).address,
    sign: (input: object) => mia.person.wallet.signs(input),
  };
  const { code, message } = await signOnLinkPage(link, wallet);
  mia.did(`opens the page, signs with her wallet:\n\n\`\`\`\n${message}\n\`\`\`\n\nand reads the code there`);
  await mia.presses('link:code', card);
  mia.did('types the code');
  await mia.seesAnswer(await mia.person.fills({ code }), { control: 'buy:open' });
}

/** `/buy` up to the private card with the payment link. */
export async function startPurchase({
  mia,
}: Pick<StoryStage, 'mia'>): Promise<{ menu: SeenMessage; card: SeenMessage; url: string }> {
  mia.did('types `/buy` and chooses a pack');
  const outcome = await mia.person.runs('/buy', {}, { channel: 'welcome' });
  const menu = await mia.seesAnswer(outcome, { control: 'buy:pick' });
  const value = findIn(menu, /"value":"[^"]+:SOL"/).slice(9, -1);
  const bought = await mia.person.selects([value], { message: menu.id });
  const card = await mia.seesAnswer(bought, { control: 'buy:cancel' });
  return { menu, card, url: findIn(card, /solana:[^"`\\]+/) };
}

/** The number of a receipt: the card of a purchase shows it once the credits arrived. */
export const receipt = /R-\d{6}/;

export async function buyCredits(stage: StoryStage): Promise<void> {
  const { mia } = stage;
  const { card, url } = await startPurchase(stage);
  mia.did('scans the code and approves in her wallet');
  await mia.person.wallet.pays(url);
  await mia.seesChange(card, receipt);
  await seeBalance(stage);
}
