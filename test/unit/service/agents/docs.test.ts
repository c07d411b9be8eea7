import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDocSearch } from '../../../../src/service/agents/docs.js';

const search = createDocSearch(
  ['data/catalog/guide.md', 'README.md'].map((file) => readFileSync(file, 'utf8')),
);

test.each([
  ['can i use a ledger', /small transfer/],
  ['is it safe', /private key/],
  ['how do refunds work', /refund|returned/i],
  ['what are held credits', /held/],
  ['do you support blender?', /Blender/],
  ['how do I cancel my rig', /Cancel/],
  ['my payment has not arrived', /payment/i],
  ['delete my data', /privacy delete/],
  ['can I rig my own GLB model', /OBJ/],
  ['which file formats do I get', /GLB/],
  ['How do I import this into Unity?', /gltfast/],
  ["what's the poly count", /detail/],
  ['does it have textures?', /textures/],
  ['can i use metamask?', /MetaMask/],
  ['do credits expire', /do not expire/],
  ['can I sell the models commercially?', /no terms/],
  ['Is there any way to get it as STL so that my brother could print it on his resin printer?', /STL/],
])('%s finds it', (question, words) => {
  expect(search(question, 1)[0]?.text).toMatch(words);
});

test('a question outside the documents finds nothing', () => {
  for (const question of ['qwertyuiop', 'the weather in Lisbon tomorrow', '', '???'])
    expect(search(question, 3)).toEqual([]);
});

test('passages are short and few, and each section is identified by its heading', () => {
  const found = createDocSearch([`# A\n\n${'word '.repeat(1_000)}\n\n## Bees\n\nThey hum.\n`])('bees', 5);
  expect(found).toEqual([{ title: 'Bees', text: 'They hum.' }]);
  for (const { text } of search('credits wallet rig', 10)) expect(text.length).toBeLessThanOrEqual(1_200);
});
