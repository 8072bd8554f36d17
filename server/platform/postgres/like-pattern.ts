/** Returns a text in which LIKE and ILIKE take each character literally. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Returns a pattern of LIKE and ILIKE that matches texts with this part. */
export const containingPattern = (part: string): string => `%${escapeLike(part)}%`
