/** Returns the properties that have a value. */
export const withoutUndefined = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]: Exclude<Given[Key], undefined>
  }
