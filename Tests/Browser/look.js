// What is wrong with a page as it is laid out: texts. Nothing sticks out sideways, no two controls lie on each other,
// and each is large enough to hit (WCAG 2.2, 2.5.8).
() => {
  const wrong = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    wrong.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${width}`);
  }
  const name = (element) => {
    const text = (element.textContent || element.value || element.name || "").trim().slice(0, 30);
    return `<${element.tagName.toLowerCase()} ${element.className}> ${text}`;
  };
  // A list that scrolls in itself may be wider than what is seen of it.
  const seen = (element) => {
    let box = element.getBoundingClientRect();
    let { left, right, top, bottom } = box;
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (!["auto", "scroll", "hidden"].includes(getComputedStyle(parent).overflowX)) continue;
      const clip = parent.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".skip");
  for (const element of document.querySelectorAll("body *")) {
    if (!isShown(element) || element.closest("svg") && element.tagName !== "svg") continue;
    const box = seen(element);
    if (box.width > 0 && box.height > 0 && box.right > width + 1) wrong.push(`sticks out: ${name(element)}`);
  }
  const controls = [...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")]
    .filter((element) => isShown(element)).map((element) => ({ element, box: seen(element) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  controls.forEach(({ element, box }, index) => {
    for (const other of controls.slice(index + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // Links in two lines of a text may touch.
      if (across > 2 && down > 4) wrong.push(`${name(element)} lies on ${name(other.element)}`);
    }
    // Its own size: a part of it may be scrolled out of sight.
    const whole = element.getBoundingClientRect();
    const isInText = element.tagName === "A" && getComputedStyle(element).display === "inline";
    if (!isInText && (whole.height < 23.5 || whole.width < 23.5)) {
      wrong.push(`too small (${Math.round(whole.width)} x ${Math.round(whole.height)}): ${name(element)}`);
    }
  });
  return [...new Set(wrong)].slice(0, 12);
}
