/** A condition on two rows of "user": each sees from the other that messages arrived and were read. Who hides theirs sees none. */
export const shareReceipts = (one: string, other: string) =>
  `(${one}.read_receipts AND ${other}.read_receipts)`
