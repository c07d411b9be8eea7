const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

/** Answers that need no look-up. */
export const fixed = {
  others: 'I only see your own balance, rigs and purchases, never those of other members.',
  spending:
    "I can't spend, send or give away credits. Only you can spend them, by pressing the button on a card.",
  link: 'Run `/link`. It opens a page where your wallet signs a short text; then you type the code from that page here in Discord. Signing is free and moves no money, and your key stays in your wallet.',
  unlink:
    'Run `/unlink`. It ends your session here; your credits and rigs stay with the wallet and come back when you `/link` it again.',
  abilities: `I help you make rigged 3D characters here. You can ask me\n${bullets([
    'to plan a character (or send me a picture or a 3D model): "make a red fox with a blue scarf", then "make it chubby", "add a hat"',
    'what things cost, and how many credits you have',
    'which credit packs there are, and how to buy them',
    'how your latest rigs are doing, or for their files ("show me the first one")',
    'for ideas, another version, or the version before ("go back")',
    'anything on how Rigsmith works',
    'how to link or unlink your wallet',
  ])}\n\nCommands: \`/rig text\`, \`/rigs\`, \`/credits\`, \`/packs\`, \`/buy\`, \`/link\`, \`/help\`. I only make suggestions; you decide what to spend.`,
  clips:
    'Every rig moves: the file has clips that fit the body. Two legs have 36, from walking, running and waving to dancing and fighting; four legs walk and run, birds flap, fish swim, snakes slither. A menu on the card shows your rig in another clip, and the 3D viewer and any game engine play all of them.',
  self: `I'm Rigsmith's agent, a program that follows rules. I'm not a person or a language model. I know about characters, credits and how Rigsmith works, but not about the rest of the world. Want to make a character? Try "a sleepy bear in pyjamas".`,
  secrets:
    "I have no hidden instructions to show, and I don't have any keys. Never share your own seed phrase or private key; nothing here needs them.",
  upset: `I'm sorry this isn't going well. Tell me in simple words what you want, say "help" to see what I can do, or ask a moderator.`,
  thanks: "You're welcome! Tell me if you'd like to change something or make another one.",
  farewell: "Bye! This talk stays open. Write here any time and we'll continue where we left off.",
  links:
    "I can't open links. Attach the picture (PNG, JPEG, WebP) or the model (GLB, OBJ, STL, PLY) to your message, or describe the character in words.",
  feeling:
    "I'm fine, thanks for asking! I'm Rigsmith's agent and ready to make a character with you. What should it be?",
  present:
    "I'm here and running. `/status` shows whether anything is down. Describe a character, or ask me about credits, packs and payments.",
  sad: 'I\'m sorry to hear that. I can\'t do much about it, but I could make you a character to cheer you up, for example "a happy puppy with a party hat".',
  greeting: 'Hello! Want to make a character? Describe one, for example "a chibi wizard with a purple hat".',
} as const;
