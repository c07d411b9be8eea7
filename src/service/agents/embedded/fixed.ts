const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

/** Answers that need nothing looked up. */
export const fixed = {
  others: 'I only see your own balance, rigs and purchases, never those of other members.',
  spending: 'I cannot spend, send or give away credits. Only you spend them, with the button of a card.',
  link: 'Run `/link`: it opens a page where your wallet signs a short text, then you type the code from that page here in Discord. Signing costs nothing, moves nothing, and your key stays in your wallet.',
  unlink:
    'Run `/unlink`. It ends your session here; your credits and rigs stay with the wallet and come back when you `/link` it again.',
  abilities: `I help you make rigged 3D characters here. You can ask me\n${bullets([
    'to plan a character (or send me a picture, GLB or OBJ): "make a red fox with a blue scarf", then "make it chubby", "add a hat"',
    'what things cost, and how many credits you have',
    'which credit packs there are, and how to buy them',
    'how your latest rigs are doing, or for their files ("show me the first one")',
    'for ideas, another version, or the version before ("go back")',
    'anything on how Rigsmith works',
    'how to link or unlink your wallet',
  ])}\n\nI propose; only you spend.`,
  clips:
    'Every rig moves: the file has clips that fit the body. Two legs idle, walk, run and wave, four legs idle, walk and run, birds flap, fish swim, snakes slither. The 3D viewer plays them, and so does any game engine. Other clips cannot be ordered yet.',
  self: 'I am the agent of Rigsmith, a program that follows rules: no person, and no language model either. I know nothing of the world outside, but characters, credits and how this place works. Shall we make somebody? For example "a sleepy bear in pyjamas".',
  secrets:
    'There is nothing hidden in me to show, and I hold no keys. Never tell anybody your own seed phrase or private key: nothing here needs them.',
  upset:
    'I am sorry this is not going well. Tell me in plain words what you want, say "help" for what I can do, or ask a moderator.',
  thanks: 'You are welcome! Tell me when you want to change something or make another one.',
  farewell: 'Bye! This talk stays open: write here whenever you like, and I go on from where we were.',
  links:
    'I open no links. Attach the picture (PNG, JPEG, WebP) or the model (GLB, OBJ) to your message, or describe the character in words.',
  greeting: 'Hello! Shall we make a character? Describe one, for example "a chibi wizard with a purple hat".',
} as const;
