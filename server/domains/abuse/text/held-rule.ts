/** The rule by which a message is held. */
export type HeldRule = 'slur' | 'solicitation' | 'operator'
