const SLOW_SECONDS = 0.07;
const TURNS = 8;

/** Reports when frames have been slow for a while, then restarts its count. */
export function createPace() {
  let slowTurns = 0;
  return {
    isSlow(seconds: number): boolean {
      slowTurns = seconds > SLOW_SECONDS ? slowTurns + 1 : 0;
      if (slowTurns < TURNS) return false;
      slowTurns = 0;
      return true;
    },
  };
}
