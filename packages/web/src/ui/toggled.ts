/** The values with one added or removed. */
export function toggled<Value>(values: readonly Value[], value: Value, isIn: boolean): readonly Value[] {
  return isIn ? [...values, value] : values.filter((each) => each !== value);
}
