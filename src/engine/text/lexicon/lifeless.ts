/** Common objects that are not characters: alone they do not make one. */
export const lifeless: ReadonlySet<string> = new Set(
  `car truck van bus train tram plane airplane aeroplane helicopter rocket spaceship ship boat submarine bike bicycle motorcycle
  motorbike scooter tractor tank wagon cart carriage vehicle taxi ambulance drone
  house home castle tower building church temple hut cottage cabin skyscraper bridge city town village street road room kitchen
  garage barn palace fortress dungeon shop school hospital stadium
  chair table sofa couch bed desk shelf wardrobe cupboard drawer bench stool door window wall floor roof carpet curtain
  computer laptop phone smartphone keyboard tablet television radio camera fridge oven toaster printer clock watch key lock
  bottle plate bowl pan pot fork spoon box chest crate barrel bucket basket bag suitcase ladder rope wheel engine
  pen pencil paper letter map coin money ball football bat kite doll puzzle piano drum violin trumpet
  burger pizza sandwich cake bread cheese apple banana orange lemon strawberry pineapple carrot tomato potato donut cookie
  sushi taco hotdog icecream egg
  rock stone boulder mountain hill river lake sea beach forest island volcano cave cloud rain sun moon star planet sky
  landscape plant bush grass leaf cactus logo icon chart diagram picture photo texture fire water`
    .split(/\s+/)
    .filter((word) => word.length > 0),
);
