/** A condition on two rows of "user": both members show their receipts. A member who hides receipts sees none either. */
export const shareReceipts = (one: string, other: string) =>
  `(${one}.read_receipts AND ${other}.read_receipts)`
