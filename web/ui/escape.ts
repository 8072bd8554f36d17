/**
 * Returns whether this is a new press of Escape. A held key repeats its event. During text composition (IME), Escape
 * belongs to the composition; some browsers mark that only with key code 229.
 */
export const isEscapePress = ({
  key,
  repeat,
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'key' | 'repeat' | 'isComposing' | 'keyCode'>) =>
  key === 'Escape' && !repeat && !isComposing && keyCode !== 229

/** A key handler for buttons that must ignore the repeats of a held key. */
export const ignoreRepeats = (event: { repeat: boolean; preventDefault(): void }) => {
  if (event.repeat) event.preventDefault()
}
