import type { ComponentProps } from "react";

interface FileInputProps extends Omit<ComponentProps<"input">, "type" | "hidden" | "onChange"> {
  readonly onFiles: (files: readonly File[]) => void;
}

/** An input that a button clicks, also to choose the same files again. */
export function FileInput({ onFiles, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = "";
      }}
    />
  );
}
