type Key = Pick<KeyboardEvent, 'key' | 'repeat' | 'isComposing' | 'keyCode'>

/**
 * Returns whether a key belongs to a text composition: Enter, Escape, Tab and the arrows choose characters then. Safari
 * sends the key that ends a composition after its end, and marks it with key code 229 alone.
 */
export const isComposing = (event: Pick<Key, 'isComposing' | 'keyCode'>) =>
  event.isComposing || event.keyCode === 229

/** Returns whether this is a new press of Escape. A held key repeats its event. */
export const isEscapePress = (event: Key) => event.key === 'Escape' && !event.repeat && !isComposing(event)

/** A key handler for buttons that must ignore the repeats of a held key. */
export const ignoreRepeats = (event: { repeat: boolean; preventDefault(): void }) => {
  if (event.repeat) event.preventDefault()
}
