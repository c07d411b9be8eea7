/**
 * `npm run topics -- --vectors FILE [--held] [--python FILE]`: trains the network that tells what a message is about
 * (`data/talk/topics.bin`) on the phrasings of data/talk/topics, data/talk/languages and data/talk/moods.json, with the
 * vectors of the words of data/talk/reader.bin: train that one first. With `--held` it is judged by the newest tenth of the
 * phrasings of each topic, which it is then not trained on, and nothing is written. Needs PyTorch as `npm run reader` does.
 */
import { statSync } from 'node:fs';
import { writeNetwork } from '../src/service/agents/embedded/learning/network-file.js';
import { featuresOf } from '../src/service/agents/embedded/tagging/features.js';
import { isReadable, messageWords } from '../src/service/agents/embedded/tagging/message-words.js';
import { readerModel } from '../src/service/agents/embedded/tagging/reading.js';
import { topicExamples } from '../src/service/agents/embedded/topics/topic-examples.js';
import { mostTelling } from '../src/service/agents/embedded/topics/topic-network.js';
import { namesIn, readVectors, train, trainingOptions } from './reader/training.js';

const values = trainingOptions('topics', 'data/talk/topics.bin');
/** A feature that occurs less often tells nothing about other messages. */
const leastOften = 3;
const heldOut = 0.1;
const rounds = 9;

const examples = topicExamples().filter(({ language }) => isReadable(language));
const counts = new Map<string, number>();
const keyOf = ({ meaning, language }: (typeof examples)[number]) => `${meaning} ${language}`;
for (const one of examples) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
const places = new Map<string, number>();
const lessons = examples.map((one) => {
  const place = places.get(keyOf(one)) ?? 0;
  places.set(keyOf(one), place + 1);
  return {
    group: `topics ${one.language ?? 'en'}`,
    class: one.meaning,
    condition: 'none',
    features: featuresOf(messageWords(one.text, one.language).slice(0, mostTelling), null).map(
      ({ own, names }) => ({ own, names, around: [] }),
    ),
    labels: values.held ? ['O'] : null,
    isHeld: values.held && place >= counts.get(keyOf(one))! * (1 - heldOut),
  };
});
const told = lessons.filter(({ features }) => features.length > 0);

const { words } = readerModel();
const wanted = new Set(words);
const vectors = readVectors(values.vectors, (word) => wanted.has(word));
const missing = words.filter((word) => !vectors.has(word));
if (missing.length > 0) throw new RangeError(`no vectors of ${missing.slice(0, 5).join(', ')}`);
const names = {
  labels: ['O'],
  classes: [...new Set(told.map((one) => one.class))],
  conditions: ['none'],
  own: namesIn(
    told.flatMap(({ features }) => features.map(({ own }) => own)),
    leastOften,
  ),
  all: [],
  told: [],
};
const layers = train(
  {
    ...names,
    words,
    vectors: words.map((word) => vectors.get(word)!),
    lessons: told,
    rounds,
  },
  values.python,
);
if (!values.held) {
  const none = { ...layers['words.weight'], scales: new Float32Array(0), bytes: new Int8Array(0) };
  const own = { ...layers, 'words.weight': none };
  writeNetwork(values.out, { source: '', ...names, words: [], layers: own });
  console.info(`${values.out}: ${statSync(values.out).size} bytes`);
}
