export interface DraftTexts {
  /** The text in the message field. */
  text: string
  /** The draft set aside for a message that returned to be edited; empty without one. */
  aside: string
}
