import { Bell, BellOff } from "lucide-react";
import styles from "./navigation.module.css";
import { setNotifications, useNotifications } from "./notifications.ts";

/** Turns on notifications for when a session waits for an answer. */
export function NotificationSwitch() {
  const state = useNotifications();
  switch (state) {
    case "unsupported":
      return null;
    case "blocked":
      return (
        <p className={styles.note}>
          <BellOff aria-hidden />
          Notifications are blocked by your browser
        </p>
      );
    case "on":
    case "off":
      return (
        <button type="button" className={styles.link} onClick={() => void setNotifications(state === "off")}>
          {state === "on" ? <BellOff aria-hidden /> : <Bell aria-hidden />}
          Turn {state === "on" ? "off" : "on"} notifications
        </button>
      );
  }
}
