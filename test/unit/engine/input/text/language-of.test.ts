/** Which language a short description is in, when the dictionary has only some of its words. */
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../../../src/engine/input/text/languages/translate.js';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';

describe('a short description', () => {
  it.each([
    ['schüchternes Mädchen', 'de'],
    ['dürres Mädchen', 'de'],
    ['écharpe tricotée', 'fr'],
    ['capivara com chapéu', 'pt'],
  ])('whose words have accents is not English: %s', (prompt, language) => {
    expect(languageOf(prompt)).toBe(language);
  });

  it.each([
    ['verhuschte Hexe', 'witch', 'verhuschte'],
    ['une fée rabougrie', 'fairy', 'rabougrie'],
    ['Schwertkämpferinnenähnliche Frau mit Hut', 'human', 'Schwertkämpferinnenähnliche'],
  ])('is made without the word that no dictionary has: %s', (prompt, name, unknown) => {
    const { name: made, words, refusal } = describePrompt(prompt);
    expect(refusal).toBeNull();
    expect(made).toBe(name);
    expect(words.unknown).toEqual([unknown]);
  });

  it.each([
    ['homme voûté', ['voûté']],
    ['Frau mit gelbem Gröblfix', ['gelbem', 'Gröblfix']],
    ['mujer con una canasta de manzanas y ñoñez', ['canasta de manzanas', 'ñoñez']],
  ])('is repeated as it was typed where something is not shown: %s', (prompt, told) => {
    const { words } = describePrompt(prompt);
    expect([...words.unexpressed, ...words.unknown]).toEqual(told);
  });

  it.each([
    'a jalapeño with a sombrero',
    'piñata pirate queen',
    'my fiancée as an elf',
    'a naïve señorita cat',
    'über cool frog',
    'déjà vu wizard',
    'smörgåsbord chef',
    'dia de los muertos skeleton lady',
    'la llorona ghost woman',
  ])('in English may borrow words: %s', (prompt) => {
    expect(languageOf(prompt)).toBeNull();
  });
});

describe('a short word with an accent', () => {
  it.each([
    ['o gato é preto e branco', 'cat'],
    ['meu personagem é um bruxo humano', 'human wizard'],
    ['um cachorro que é marrom e usa um boné', 'dog'],
  ])('is not the word without it: %s', (prompt, name) => {
    const { name: made, words } = describePrompt(prompt);
    expect(made).toBe(name);
    expect([...words.unexpressed, ...words.unknown]).toEqual([]);
  });
});
