// The style sheets of what several screens have; a screen and a part import their own. The order of layers and the tokens
// are the public site's.
import "../../src/styles/layers.css";
import "../../src/styles/tokens.css";
import "../../src/styles/fonts.css";
import "./roles.css";
import "./base.css";
import "../../ui/icon.css";
import "./buttons.css";
import "./field.css";
import "./parts.css";
import "./messages.css";
import "./history.css";
import "./print.css";
