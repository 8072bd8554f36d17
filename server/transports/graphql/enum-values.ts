/** The GraphQL name of a value: `Serious Relationship` becomes `SERIOUS_RELATIONSHIP`, and `pt-BR` becomes `PT_BR`. */
type NameOf<Value extends string> = Value extends `${infer Word}${' ' | '-'}${infer Rest}`
  ? `${Uppercase<Word>}_${NameOf<Rest>}`
  : Uppercase<Value>

/**
 * The values of a GraphQL enum: a name for every value of the domain, and a description where the name does not say
 * everything. A missing value does not compile.
 */
export type EnumValues<Value extends string> = {
  readonly [One in Value as NameOf<One>]: { readonly value: One; readonly description?: string }
}
