/** Milliseconds from the first press to the third. */
const WITHIN = 1_200
const PRESSES = 3

/** The parts of a key event that count. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'repeat' | 'isComposing' | 'ctrlKey' | 'altKey' | 'metaKey' | 'timeStamp'
>

/** Detects three quick presses of Shift alone. A press counts when the key is let go with no other key in between. */
export interface ShiftPresses {
  down(event: KeyPress): void
  /** Returns whether this was the third press. */
  up(event: KeyPress): boolean
  /** Starts over, for example after a click. */
  reset(): void
}

export function createShiftPresses(): ShiftPresses {
  /** When each press began. */
  let begun: number[] = []
  let isDown = false

  function reset() {
    begun = []
    isDown = false
  }

  return {
    reset,
    down(event) {
      // Someone holds the key.
      if (isShift(event) && event.repeat && isDown) return
      // The other Shift key is already down, or this is another key.
      if (!isShift(event) || isDown) return reset()
      isDown = true
      begun = [...begun.filter((time) => event.timeStamp - time <= WITHIN), event.timeStamp]
    },
    up(event) {
      if (!isShift(event) || !isDown) {
        reset()
        return false
      }
      isDown = false
      const isThird = begun.length === PRESSES
      if (isThird) reset()
      return isThird
    },
  }
}

/** Whether it is the Shift key with no other modifier, and not part of an input method's composition. */
const isShift = ({ key, isComposing, ctrlKey, altKey, metaKey }: KeyPress) =>
  key === 'Shift' && !isComposing && !ctrlKey && !altKey && !metaKey
