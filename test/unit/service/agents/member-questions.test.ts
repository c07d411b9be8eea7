import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';

const heard = async (locale: string, ...lines: string[]): Promise<string> => {
  const hear = startConversation({ locale });
  let text = '';
  for (const say of lines) ({ text } = await hear({ say, files: [] }));
  return text;
};

test.each([
  ['so why exactly would a bot like you want my crypto wallet?', 'Only to pay'],
  ['will any of you get to see the private key of my wallet', 'No, never'],
  ['has the mesh any holes that i must repair before i print it', 'closed surface'],
  ['could i get only one clip in the file instead of all', 'No, GLB and FBX'],
  ['my uncle has no discord account, how can he look at my character', 'Public page'],
  ['is it all right to talk to you in this channel', 'you disturb nobody'],
  ['are you here on weekends too', 'day and night'],
  ['any discount for schools?', 'No, there is no special price'],
  ['i use a different wallet since i got a new phone, how do i get rid of the old one', 'up to five'],
  ['i sent a little less than it said because of a fee. is it lost?', 'Nothing is lost'],
  ['as a mod, who gets the credits if i refund a rig', 'Whoever paid'],
])('a member who asks "%s" reads the answer first', async (say, told) => {
  expect(await heard('en-US', say)).toContain(told);
});

test('a message with two questions gets both answers', async () => {
  const text = await heard('en-US', 'does it work in unity and does it have a walk cycle?');
  expect(text).toContain('com.unity.cloud.gltfast');
  expect(text).toContain('has clips');
});

test.each([
  ['en-US', 'very nice work, many greetings from Gdansk', /kind|good to read|Thanks/],
  ['en-US', 'i am getting teary, thank you little bot', /thank|glad|welcome/i],
  ['en-US', 'honestly i hate how much i like him', /taste|praise|Good|kind/],
  ['fr', 'Merci mille fois, toute ma classe a adoré !', /merci|plaisir|de rien/i],
  ['de', 'Herzlichen Dank, das hat der Klasse großen Spaß gemacht!', /gern|dank|freut/i],
])('praise in %s is taken as praise: %s', async (locale, say, told) => {
  expect(await heard(locale, say)).toMatch(told);
});

test('thanks in another language change nothing of a plan', async () => {
  const text = await heard(
    'de',
    'ein Dachs mit gelben Stiefeln',
    'Herzlichen Dank, das hat allen großen Spaß gemacht!',
  );
  expect(text).not.toContain('ändern soll');
});
