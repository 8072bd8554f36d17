/** The values of a GraphQL enum: a name in capitals for each value of the domain, with what it means. */
export type EnumValues<Value extends string> = Readonly<Record<string, { value: Value; description: string }>>
