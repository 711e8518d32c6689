import {
  cloneElement,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from "react";
import { lazyComponent } from "./lazy-component.tsx";

export { MenuItem } from "./menu-item.ts";

const MenuPopup = lazyComponent(async () => (await import("./menu-popup.tsx")).MenuPopup);

interface MenuProps {
  /** A `<Button>` or an `<IconButton>`. */
  readonly trigger: ReactElement<ComponentProps<"button">>;
  /** `<MenuItem>`s. */
  readonly children: ReactNode;
}

export function Menu({ trigger, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"unopened" | "open" | "closed">("unopened");
  const isOpen = state === "open";
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onClick: () => setState(isOpen ? "closed" : "open"),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setState("open");
        },
        onPointerEnter: MenuPopup.preload,
        onFocus: MenuPopup.preload,
      })}
      {state !== "unopened" && (
        <MenuPopup anchor={button} isOpen={isOpen} onClose={() => setState("closed")}>
          {children}
        </MenuPopup>
      )}
    </>
  );
}
