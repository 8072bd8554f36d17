/**
 * Whether this is a new press of Escape. A key that is held down repeats its event, and while text is composed (IME) Escape
 * belongs to the composition; some browsers mark that with the key code 229 alone.
 */
export const isEscapePress = ({
  key,
  repeat,
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'key' | 'repeat' | 'isComposing' | 'keyCode'>) =>
  key === 'Escape' && !repeat && !isComposing && keyCode !== 229

/** For a button that a held key must not press again and again. */
export const ignoreRepeats = (event: { repeat: boolean; preventDefault(): void }) => {
  if (event.repeat) event.preventDefault()
}
